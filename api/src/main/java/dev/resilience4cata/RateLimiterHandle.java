// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * One limiter, to look at, to ask and to change. To look costs a read of the clock. After the
 * registry was closed all methods but {@link #instanceId()} throw {@link ResilienceException}
 * R4C-REG-010. Safe for use by several threads.
 *
 * <p>What one sees of a limiter with the scope {@code CLUSTER} is what its store said last to this
 * instance, with the time since then: what other instances took or gave back meanwhile is missing,
 * and before the first call all permits are there. To look never asks the store. While the store
 * gives no answer, it is what holds for this instance then.
 */
public interface RateLimiterHandle {

    /**
     * The id of the limiter, as property keys spell it.
     *
     * @return the instance id
     */
    String instanceId();

    /**
     * Calls that would pass right now without waiting. Changes nothing.
     *
     * @return zero to burst; burst if the limiter is disabled. Of a limiter with keys: for calls
     *     without a key
     */
    int availablePermits();

    /**
     * Time until a permit is free: earlier a call is refused or waits; at that time others may come
     * first. Changes nothing.
     *
     * @return zero if one is free now or if the limiter is disabled; otherwise exact, rounded up to
     *     a whole nanosecond
     */
    Duration timeToNextPermit();

    /**
     * The limiter now, read at one moment.
     *
     * @return values that agree with each other
     */
    RateLimiterSnapshot snapshot();

    /**
     * Takes a permit as a call does: passes at once, waits on the calling thread for up to maxWait,
     * or is rejected at once. If the thread is interrupted while it waits, the permit is given back
     * and the flag is set again.
     *
     * @return whether a permit was taken; always true if the limiter is disabled
     */
    boolean tryAcquire();

    /**
     * The limiter for one key. Every key has a state of its own, with the configuration of the
     * limiter; a key that nobody has used yet, or not for so long that all its permits are back,
     * looks like a new limiter. {@link #reconfigure} changes the limiter for all keys.
     *
     * @param key a value with {@code equals} and {@code hashCode} that do not change while it is in
     *     use; see {@link KeyResolver}
     * @return a handle that sees and takes the permits of this key; it keeps the key, not its
     *     state. With the scope {@code CLUSTER}, what it does throws R4C-REG-016 if the key is of a
     *     type that instances cannot share
     */
    RateLimiterHandle forKey(Object key);

    /**
     * Takes all permits: for the given time no new call passes, then one does, and others follow at
     * the usual rate. For when the other side has said that it takes no more calls. A limiter whose
     * next permit comes later anyway stays as it is, so a time is never made shorter. Calls that
     * wait keep the time they were promised. The permit of a call that waited and gave up only
     * after its time had come does not count, so the next one may come up to one emission interval
     * later. A disabled limiter stays as it is. Of a limiter with keys: for calls without a key.
     *
     * <p>With the scope {@code CLUSTER} it is this instance that pauses: its calls are refused for
     * that time, also those that may wait, and afterwards it asks the store as before.
     *
     * @param untilNextPermit zero or more; zero leaves one permit. What is longer than 18 years
     *     divided by permits may be cut to that
     * @throws IllegalArgumentException if the time is negative; nothing has changed
     */
    void drain(Duration untilNextPermit);

    /**
     * Changes the limiter while it is in use. What was used up stays used up, counted in permits:
     * exhausted at 10 per hour and changed to 10 per second, the next call passes after 0.1 s.
     * Calls that wait keep the time they were promised. What is not set keeps its value; a burst
     * that was never set follows permits.
     *
     * <p>With the scope {@code CLUSTER} this instance counts with the new values from its next call
     * on, and what was used up stays used up as a time. The scope itself cannot be changed.
     *
     * @param changes sets what is to change
     * @throws ResilienceException R4C-REG-001 if the outcome is invalid; the limiter stays as it
     *     was
     */
    void reconfigure(Consumer<RateLimiterConfig.Builder> changes);
}
