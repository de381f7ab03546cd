// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls that wait on the clock of the machine. Nothing here depends on how fast it is. */
@Tag("core")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@SuppressWarnings("FutureReturnValueIgnored") // many calls are there only to take a permit
class RealClockTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(Worker.class, Start.class);
    }

    record Start(long nanoTime, Thread thread, ClassLoader loader) {
        static Start here() {
            Thread thread = Thread.currentThread();
            return new Start(System.nanoTime(), thread, thread.getContextClassLoader());
        }
    }

    @ApplicationScoped
    static class Worker {
        @RateLimiter(permits = 1, period = "50ms", maxWait = "30s")
        Start call() {
            return Start.here();
        }

        @RateLimiter(permits = 1, period = "50ms", maxWait = "30s")
        CompletableFuture<Start> callLater() {
            return CompletableFuture.completedFuture(Start.here());
        }
    }

    @Inject Worker worker;

    /** S10: a synchronous wait is on the caller's own thread, until the permit is due. */
    @Test
    void waitsOnTheThreadOfTheCaller() {
        long before = System.nanoTime();
        worker.call();
        Start second = worker.call();

        assertSame(Thread.currentThread(), second.thread());
        assertTrue(second.nanoTime() - before >= 50_000_000);
    }

    /** S15: "A wait blocks no thread"; S18: the start has the caller's class loader. */
    @Test
    void startsAWaitingCallOnAnotherThread() throws Exception {
        long before = System.nanoTime();
        worker.callLater();
        CompletableFuture<Start> waiting;
        do {
            waiting = worker.callLater(); // done if this thread was kept from running for so long
        } while (waiting.isDone());

        Start start = waiting.get(30, TimeUnit.SECONDS);
        assertNotSame(Thread.currentThread(), start.thread());
        assertSame(Thread.currentThread().getContextClassLoader(), start.loader());
        assertTrue(start.nanoTime() - before >= 50_000_000);
    }
}
