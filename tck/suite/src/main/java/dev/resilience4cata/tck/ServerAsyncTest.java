// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** S26: {@code Asynchronous} of Jakarta Concurrency holds a call to the thread that it is on. */
@Tag("ejb")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
class ServerAsyncTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, Worker.class);
    }

    @ApplicationScoped
    static class Worker {
        @Asynchronous
        @RateLimiter(permits = 1, period = "1s", maxWait = "5s")
        CompletableFuture<Thread> elsewhere() {
            return Asynchronous.Result.complete(Thread.currentThread());
        }
    }

    @Inject ManualClock clock;
    @Inject Worker worker;

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
