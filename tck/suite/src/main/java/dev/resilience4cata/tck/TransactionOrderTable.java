// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Transactional;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Whether there is a transaction while a call waits. Each subclass sets another priority. */
abstract class TransactionOrderTable {
    static WebArchive application(String configuration) {
        return Archives.war(
                configuration,
                TestClock.class,
                Transactions.class,
                TransactionOrderTable.class,
                Ledger.class);
    }

    @ApplicationScoped
    static class Ledger {
        /** The status of the transaction in the method. */
        @Transactional
        @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
        int write() {
            return Transactions.status();
        }
    }

    private final int duringTheWait;

    @Inject ManualClock clock;
    @Inject Ledger ledger;

    /**
     * @param duringTheWait the status of the transaction that {@code Transactional} begins
     */
    TransactionOrderTable(int duringTheWait) {
        this.duringTheWait = duringTheWait;
    }

    /** F9: "Transactional (200)". */
    @Test
    void waitsInOrOutsideOfTheTransactionOfAMethod() {
        assertEquals(
                List.of(duringTheWait, Status.STATUS_ACTIVE),
                Transactions.statusDuringAndAfter(clock, ledger::write));
    }
}
