// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Situation 41: a wait inside a session bean "holds everything taken before". */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class ContainerLockTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Deployment
    static WebArchive application() {
        return Archives.war(LockedLedger.class);
    }

    @Inject ResilienceRegistry registry;
    @EJB LockedLedger ledger;

    /** A call that waits until it is interrupted. */
    private final class Waiting {
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private final Thread thread;

        Waiting(String limiter, Runnable call) {
            RateLimiterHandle handle = registry.rateLimiter(limiter);
            call.run(); // takes the permit
            thread = new Thread(() -> run(call));
            thread.start();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (handle.timeToNextPermit().compareTo(HOUR) <= 0) {
                assertTrue(System.nanoTime() - deadline < 0, "no call waits");
                Thread.onSpinWait();
            }
        }

        private void run(Runnable call) {
            try {
                call.run();
                end.complete(null);
            } catch (RuntimeException e) {
                end.completeExceptionally(e);
            }
        }

        void stop() throws InterruptedException {
            assertFalse(end.isDone());
            thread.interrupt();
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> end.get(30, TimeUnit.SECONDS));
            assertInstanceOf(RateLimitExceededException.class, failure.getCause());
            thread.join();
        }
    }

    @Test
    void holdsTheLockOfASingletonWhileItWaits() throws InterruptedException {
        Waiting waiting = new Waiting("write", ledger::write);
        try {
            assertThrows(ConcurrentAccessException.class, ledger::look);
        } finally {
            waiting.stop();
        }
        ledger.look();
    }

    @Test
    void letsOthersPassWhileItWaitsWithASharedLock() throws InterruptedException {
        Waiting waiting = new Waiting("read", ledger::read);
        try {
            ledger.look();
        } finally {
            waiting.stop();
        }
    }
}
