// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.generated;

import dev.resilience4cata.RateLimitExceededException;

/**
 * A limiter as interceptors and generated wrappers use it: ask, and throw what it says if it
 * refuses. Safe for use by several threads.
 */
public interface RateLimiterPolicy {

    /**
     * Takes a permit: passes at once, waits on the calling thread for up to maxWait, or refuses at
     * once. An admitted call costs little more than reading the clock and allocates nothing; a
     * refused one allocates nothing unless somebody listens.
     *
     * @return whether the call may run
     * @throws dev.resilience4cata.ResilienceException R4C-REG-010 if the registry was closed
     */
    boolean tryAcquire();

    /**
     * What to throw when {@link #tryAcquire()} refused.
     *
     * @return the one exception of this limiter
     */
    RateLimitExceededException rejection();
}
