// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceException;
import java.time.Duration;

/**
 * Limiters that are cheap to make, and their answers as numbers, which is what jcstress counts: a
 * call that may run now is 0, one that waits is its due time in milliseconds of the clock.
 */
final class Answer {

    static final int ADMITTED = 0;
    static final int REFUSED = -1;

    /** R4C-REG-010. */
    static final int CLOSED = -2;

    static final Clock AT_ZERO = () -> 0;

    private Answer() {}

    static Quota quota(int permitsPerSecond, int burst, int maxWaitSeconds) {
        return new Quota(
                RateLimiterConfig.builder()
                        .permits(permitsPerSecond)
                        .period(Duration.ofSeconds(1))
                        .burst(burst)
                        .maxWait(Duration.ofSeconds(maxWaitSeconds))
                        .build(),
                false);
    }

    /** A limiter whose burst was used up at zero. */
    static GcraLimiter exhausted(Quota quota, Clock clock) {
        GcraLimiter limiter = new GcraLimiter(quota, clock);
        for (int i = 0; i < quota.config.burst(); i++) {
            limiter.acquire();
        }
        return limiter;
    }

    static int toCall(GcraLimiter limiter) {
        Reservation reservation;
        try {
            reservation = limiter.acquire();
        } catch (ResilienceException e) {
            return ofClosed(e);
        }
        if (reservation == Reservation.ADMITTED) {
            return ADMITTED;
        }
        return reservation == Reservation.REFUSED
                ? REFUSED
                : (int) (reservation.dueNanos / 1_000_000);
    }

    static int ofClosed(ResilienceException e) {
        if (e.errorCode() != ErrorCode.REGISTRY_CLOSED) {
            throw e;
        }
        return CLOSED;
    }
}
