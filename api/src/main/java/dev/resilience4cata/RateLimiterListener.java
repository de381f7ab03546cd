// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

/**
 * Hears of each rejected call; admitted calls publish nothing. It runs on the thread of the call,
 * before the exception is thrown, so it must be quick, and safe for use by several threads. What it
 * throws is logged and neither changes the call nor keeps other listeners from hearing of it.
 */
@FunctionalInterface
public interface RateLimiterListener {

    /**
     * A call was rejected.
     *
     * @param event which limiter rejected it, and when its next permit is due
     */
    void onRejected(RateLimiterRejected event);
}
