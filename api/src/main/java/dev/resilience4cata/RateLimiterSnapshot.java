// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import dev.resilience4cata.annotation.Scope;
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
 * @param maxKeys how many keys may have a state of their own
 * @param shadow true lets every call pass and publishes those that would have been rejected
 * @param keys how many keys have a state of their own at that moment; the keys are not shown
 * @param scope whose calls are counted together
 */
public record RateLimiterSnapshot(
        String instance,
        int availablePermits,
        int permits,
        Duration period,
        int burst,
        Duration maxWait,
        boolean enabled,
        int maxKeys,
        boolean shadow,
        int keys,
        Scope scope) {

    /**
     * A limiter of one JVM.
     *
     * @param instance as above
     * @param availablePermits as above
     * @param permits as above
     * @param period as above
     * @param burst as above
     * @param maxWait as above
     * @param enabled as above
     * @param maxKeys as above
     * @param shadow as above
     * @param keys as above
     */
    public RateLimiterSnapshot(
            String instance,
            int availablePermits,
            int permits,
            Duration period,
            int burst,
            Duration maxWait,
            boolean enabled,
            int maxKeys,
            boolean shadow,
            int keys) {
        this(
                instance,
                availablePermits,
                permits,
                period,
                burst,
                maxWait,
                enabled,
                maxKeys,
                shadow,
                keys,
                Scope.JVM);
    }

    /**
     * A limiter of one JVM without keys, and with the built-in defaults of what is for operations
     * only.
     *
     * @param instance as above
     * @param availablePermits as above
     * @param permits as above
     * @param period as above
     * @param burst as above
     * @param maxWait as above
     * @param enabled as above
     */
    public RateLimiterSnapshot(
            String instance,
            int availablePermits,
            int permits,
            Duration period,
            int burst,
            Duration maxWait,
            boolean enabled) {
        this(
                instance,
                availablePermits,
                permits,
                period,
                burst,
                maxWait,
                enabled,
                RateLimiterConfig.DEFAULT_MAX_KEYS,
                false,
                0);
    }
}
