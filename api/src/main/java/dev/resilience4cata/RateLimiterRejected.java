// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.time.Duration;

/**
 * A call that was rejected, or would have been. Immutable, so safe to share between threads.
 *
 * @param instance the instance id of the limiter
 * @param timeToNextPermit the time after the call at which the next permit is due: a call that
 *     comes earlier and may not wait is rejected too; at that time others may come first
 * @param shadow whether the call passed all the same, because its limiter is in shadow mode
 */
public record RateLimiterRejected(String instance, Duration timeToNextPermit, boolean shadow) {

    /**
     * A call that was rejected.
     *
     * @param instance as above
     * @param timeToNextPermit as above
     */
    public RateLimiterRejected(String instance, Duration timeToNextPermit) {
        this(instance, timeToNextPermit, false);
    }
}
