// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** A session bean with a transaction of the container. Called by the container. */
@Stateless
public class StatelessLedger {
    @Resource TransactionSynchronizationRegistry transactions;

    /** Passes one call, lets others wait, and tells the status of its transaction. */
    @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
    public int write() {
        return transactions.getTransactionStatus();
    }
}
