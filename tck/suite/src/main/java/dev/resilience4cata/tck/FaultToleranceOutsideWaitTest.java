// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.inject.Inject;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * F8: at 3900 a wait is outside of Fault Tolerance. The clock is that of the machine, and no wait
 * ends by itself.
 */
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class FaultToleranceOutsideWaitTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.cdi.interceptor.priority = 3900",
                WaitingCall.class,
                GuardedWaits.class);
    }

    @Inject ResilienceRegistry registry;
    @Inject GuardedWaits waits;

    /** F8: "wait not part of the timeout": a longer one that begins later is over before. */
    @Test
    void isNotPartOfATimeout() throws InterruptedException {
        WaitingCall waiting = new WaitingCall(registry.rateLimiter("timed"), waits::timed);
        for (int i = 0; i < 3; i++) {
            assertThrows(TimeoutException.class, waits::endless);
        }
        waiting.stop();
    }

    /** F8: "no bulkhead slot held while waiting". */
    @Test
    void holdsNoSlotOfABulkhead() throws InterruptedException {
        RateLimiterHandle limiter = registry.rateLimiter("crowded");
        WaitingCall waiting = new WaitingCall(limiter, waits::crowded);
        try {
            limiter.reconfigure(config -> config.enabled(false));
            waits.crowded();
            assertFalse(waiting.isDone());
        } finally {
            waiting.stop();
        }
    }
}
