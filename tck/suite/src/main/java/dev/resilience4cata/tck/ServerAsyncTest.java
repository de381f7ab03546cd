// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S26: what holds an asynchronous call of a managed bean to its thread: a transaction, and {@code
 * Asynchronous} of Jakarta Concurrency.
 */
@Tag("ejb")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@SuppressWarnings("FutureReturnValueIgnored") // some calls are there only to take a permit
class ServerAsyncTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, Worker.class);
    }

    @ApplicationScoped
    static class Worker {
        @RateLimiter(permits = 1, period = "1s", maxWait = "5s")
        CompletableFuture<Thread> plain() {
            return CompletableFuture.completedFuture(Thread.currentThread());
        }

        @Transactional
        @RateLimiter(permits = 1, period = "1s", maxWait = "5s")
        CompletableFuture<Thread> transactional() {
            return CompletableFuture.completedFuture(Thread.currentThread());
        }

        @Asynchronous
        @RateLimiter(permits = 1, period = "1s", maxWait = "5s")
        CompletableFuture<Thread> elsewhere() {
            return Asynchronous.Result.complete(Thread.currentThread());
        }
    }

    @Inject ManualClock clock;
    @Inject Worker worker;

    @Resource(lookup = "java:comp/UserTransaction")
    UserTransaction transaction;

    /** For comparison: nothing holds the call. */
    @Test
    void startsACallLaterWhereNothingHoldsIt() {
        clock.advance(Duration.ofDays(1));
        worker.plain();
        CompletableFuture<Thread> waiting = worker.plain();

        assertFalse(waiting.isDone());
        assertEquals(1, clock.pendingTasks());
        clock.advance(Duration.ofSeconds(1));
        assertSame(Thread.currentThread(), waiting.getNow(null));
    }

    /** S26: "when a JTA transaction is active, a wait is synchronous on the caller's thread". */
    @Test
    void waitsOnTheThreadOfTheCallerInItsTransaction() throws Exception {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        transaction.begin();
        try {
            worker.plain();
            assertSame(Thread.currentThread(), worker.plain().getNow(null));
            assertEquals(1_000_000_000, clock.nanoTime() - before);
        } finally {
            transaction.rollback();
        }
    }

    /** S26, where the transaction is that of the method, which begins outside of the limiter. */
    @Test
    void waitsOnTheThreadOfTheCallerInATransactionalMethod() {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        worker.transactional();

        assertSame(Thread.currentThread(), worker.transactional().getNow(null));
        assertEquals(1_000_000_000, clock.nanoTime() - before);
    }

    /**
     * S26: on "methods that carry Jakarta Concurrency's @Asynchronous" the managed thread waits
     * (situation 60).
     */
    @Test
    void waitsOnTheManagedThreadOfAnAsynchronousMethod() throws Exception {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        worker.elsewhere().get(10, TimeUnit.SECONDS);

        Thread thread = worker.elsewhere().get(10, TimeUnit.SECONDS);

        assertNotSame(Thread.currentThread(), thread);
        assertEquals(1_000_000_000, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
    }
}
