// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.generated;

import dev.resilience4cata.RateLimitExceededException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

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
     * Takes a permit as {@link #tryAcquire()} does, or throws.
     *
     * @throws RateLimitExceededException if the call must not run
     * @throws dev.resilience4cata.ResilienceException R4C-REG-010 if the registry was closed
     */
    void acquire();

    /**
     * Runs a call that returns a stage, when it has its permit: now, on the calling thread, or
     * later, on another one, without blocking any thread meanwhile. A call that waits has the
     * context class loader of its caller.
     *
     * <p>If the returned stage is completed from outside while the call waits, by cancelling it or
     * otherwise, the permit is given back and the call never starts. Once the call has started it
     * keeps its permit, and completing the returned stage completes the one that the call returned.
     *
     * @param <T> what the stage completes with
     * @param call the call; what it throws, and a null that it returns, becomes a failed stage
     * @return the stage that the call returned, or one that completes exactly as it does; a failed
     *     one with {@link #rejection()} if the call is rejected, with R4C-REG-010 if the registry
     *     was closed, or with what the scheduler said if it refused. A {@link
     *     java.util.concurrent.CompletableFuture} unless the call returned something else
     */
    <T> CompletionStage<T> callAsync(Callable<? extends CompletionStage<T>> call);

    /**
     * What to throw when {@link #tryAcquire()} refused.
     *
     * @return the one exception of this limiter; of several, that of the first by id, so {@link
     *     #acquire()} is better there
     */
    RateLimitExceededException rejection();

    /**
     * The policy of the calls with a key: of one limiter, each key has a state of its own. For the
     * next call only, which costs a look-up in a concurrent map more than one without a key and
     * allocates nothing if the key is in use; of several limiters, a small object for each.
     *
     * @param key see {@link dev.resilience4cata.KeyResolver}; null is no key: all calls without one
     *     share a state
     * @return a policy
     * @throws dev.resilience4cata.ResilienceException R4C-REG-010 if the registry was closed
     */
    RateLimiterPolicy ofKey(@Nullable Object key);

    /**
     * As {@link #ofKey}, of several keys together; a small object for each call.
     *
     * @param keys the keys; if all are null, the call has none
     * @return a policy
     * @throws dev.resilience4cata.ResilienceException R4C-REG-010 if the registry was closed
     */
    default RateLimiterPolicy ofKeys(@Nullable Object... keys) {
        for (Object key : keys) {
            if (key != null) {
                return ofKey(keys);
            }
        }
        return ofKey(null);
    }

    /**
     * A policy that takes a permit of this one and of another, or of neither. A call waits for the
     * later of the two, not for the sum, and no longer than either allows; if it is rejected, it
     * costs nothing in both, and the exception names the one that would refuse it by itself, or
     * else the one whose next permit is the farther.
     *
     * @param other a policy of the same registry
     * @return both as one
     * @throws IllegalArgumentException if the other is of another registry, or has a limiter in
     *     common with this one
     * @throws dev.resilience4cata.ResilienceException R4C-REG-001 if one of the limiters has the
     *     scope {@code CLUSTER}: no store can promise a permit of several limiters or of none
     */
    RateLimiterPolicy and(RateLimiterPolicy other);
}
