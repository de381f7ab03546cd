// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.time.Duration;

/**
 * A limiter at one moment. Immutable, so safe to share between threads.
 *
 * @param instance the instance id
 * @param availablePermits calls that would have passed without waiting, zero to {@code burst}
 * @param permits calls per period
 * @param period the time in which the permits pass
 * @param burst calls that may pass at once after a quiet spell
 * @param maxWait how long a call may wait for its permit
 * @param enabled false lets every call pass
 */
public record RateLimiterSnapshot(
        String instance,
        int availablePermits,
        int permits,
        Duration period,
        int burst,
        Duration maxWait,
        boolean enabled) {}
