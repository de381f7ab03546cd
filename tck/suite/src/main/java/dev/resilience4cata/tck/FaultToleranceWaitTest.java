// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A wait on the thread of the caller is inside of Fault Tolerance. The clock is that of the
 * machine, and no wait ends by itself.
 */
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class FaultToleranceWaitTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(WaitingCall.class, GuardedWaits.class);
    }

    @Inject ResilienceRegistry registry;
    @Inject GuardedWaits waits;

    /**
     * F5: "the wait counts against the timeout of Fault Tolerance, which interrupts it: the permit
     * comes back, the caller sees Fault Tolerance's exception".
     */
    @Test
    void endsWithATimeout() throws Exception {
        RateLimiterHandle limiter = registry.rateLimiter("timed");
        int before = waits.calls();

        isInterruptedAfterATimeout();

        assertEquals(before, waits.calls());
        assertTrue(limiter.timeToNextPermit().compareTo(Duration.ofHours(1)) <= 0);
    }

    /** F5: the interrupt is over with the call. */
    @Test
    void leavesNoInterruptOfATimeoutBehind() throws Exception {
        assertFalse(isInterruptedAfterATimeout());
    }

    private boolean isInterruptedAfterATimeout() throws Exception {
        RateLimiterHandle limiter = registry.rateLimiter("timed");
        assertTrue(limiter.availablePermits() == 0 || limiter.tryAcquire());
        FutureTask<Boolean> call =
                new FutureTask<>(
                        () -> {
                            assertThrows(TimeoutException.class, waits::timed);
                            return Thread.currentThread().isInterrupted();
                        });
        new Thread(call).start();
        return call.get(30, TimeUnit.SECONDS);
    }

    /** F6: "a waiter holds a bulkhead slot". */
    @Test
    void holdsASlotOfABulkhead() throws InterruptedException {
        RateLimiterHandle limiter = registry.rateLimiter("crowded");
        WaitingCall waiting = new WaitingCall(limiter, waits::crowded);
        limiter.reconfigure(config -> config.enabled(false)); // so that no other call waits
        try {
            assertThrows(BulkheadException.class, waits::crowded);
        } finally {
            waiting.stop();
        }
        waits.crowded();
    }
}
