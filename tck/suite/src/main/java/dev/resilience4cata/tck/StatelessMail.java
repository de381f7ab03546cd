// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A stateless session bean without an interface. Called by the container. */
@Stateless
public class StatelessMail {
    @Resource TransactionSynchronizationRegistry transactions;

    /** Passes two calls. */
    @RateLimiter(name = "stateless", permits = 2, period = "1s")
    public void send() {}

    /** Lets calls wait, and tells the thread that it runs on. */
    @RateLimiter(name = "stateless stage", permits = 1, period = "1s", maxWait = "5s")
    public CompletionStage<Thread> sendLater() {
        return CompletableFuture.completedFuture(Thread.currentThread());
    }

    /** Lets calls wait, and tells the transaction that it runs in. */
    @RateLimiter(name = "stateless transaction", permits = 1, period = "1s", maxWait = "5s")
    public @Nullable Object sendInTransaction() {
        return transactions.getTransactionKey();
    }

    /** Passes one call, on a thread of the container. */
    @Asynchronous
    @RateLimiter(name = "stateless future", permits = 1, period = "1s")
    public Future<String> sendElsewhere() {
        return new AsyncResult<>("sent");
    }
}
