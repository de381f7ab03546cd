// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A call on a thread of its own that waits, on the clock of the machine, until it is interrupted.
 */
final class WaitingCall {
    private static final Duration HOUR = Duration.ofHours(1);

    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread;

    /**
     * Returns when the call waits.
     *
     * @param limiter passes one call an hour, and lets the next one wait
     */
    WaitingCall(RateLimiterHandle limiter, Runnable call) {
        boolean unused = limiter.tryAcquire(); // there is none left now
        thread = new Thread(() -> run(call));
        thread.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (limiter.timeToNextPermit().compareTo(HOUR) <= 0) {
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

    boolean isDone() {
        return end.isDone();
    }

    /** Interrupts the call, which must still wait, and whose permit is given back then. */
    void stop() throws InterruptedException {
        assertFalse(isDone());
        thread.interrupt();
        ExecutionException failure =
                assertThrows(ExecutionException.class, () -> end.get(30, TimeUnit.SECONDS));
        assertInstanceOf(RateLimitExceededException.class, failure.getCause());
        thread.join();
    }
}
