// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Hears of each rejected call and, if it wants to, of calls that waited; admitted calls publish
 * nothing, but can be counted. Of a rejection it hears on the thread of the call, before the
 * exception is thrown, of a wait on the thread that starts the call, so it must be quick, and safe
 * for use by several threads. What it throws is logged and neither changes the call nor keeps other
 * listeners from hearing of it.
 */
@FunctionalInterface
public interface RateLimiterListener {

    /**
     * A call was rejected.
     *
     * @param event which limiter rejected it, and when its next permit is due
     */
    void onRejected(RateLimiterRejected event);

    /**
     * A call that waited starts. By default does nothing.
     *
     * @param event which limiter made it wait, and how long
     */
    default void onWaited(RateLimiterWaited event) {}

    /**
     * A registry is about to have a new limiter. By default does nothing. It must not ask the
     * registry for limiters before it has returned.
     *
     * @param registry the registry; who keeps it lets go of it in {@link #onClosed}
     * @param instance the instance id of the limiter, which the registry knows from now on
     * @return what to increment for each call that the limiter lets pass, whether it waited or not;
     *     null to count nothing, which costs calls nothing
     */
    @SuppressWarnings("exports") // the null marker is optional
    default @Nullable LongAdder onCreated(ResilienceRegistry registry, String instance) {
        return null;
    }

    /**
     * A registry was closed. By default does nothing. It may be told more than once.
     *
     * @param registry the registry
     */
    default void onClosed(ResilienceRegistry registry) {}
}
