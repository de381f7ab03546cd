// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceException;
import java.lang.System.Logger.Level;
import java.util.List;

/** Tells the listeners of a registry of rejected calls. Safe for use by several threads. */
final class Rejections {

    private static final System.Logger LOG = System.getLogger(Rejections.class.getName());

    private final List<RateLimiterListener> listeners;

    Rejections(List<RateLimiterListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Costs nothing when nobody listens.
     *
     * @param shadow whether the call passes all the same
     */
    void publish(SingleLimiter limiter, boolean shadow) {
        if (listeners.isEmpty()) {
            return;
        }
        RateLimiterRejected event;
        try {
            event =
                    new RateLimiterRejected(
                            limiter.instanceId(), limiter.timeToNextPermit(), shadow);
        } catch (ResilienceException e) {
            return; // The registry was closed meanwhile; nobody is left to tell.
        }
        for (RateLimiterListener listener : listeners) {
            try {
                listener.onRejected(event);
            } catch (Throwable e) { // Whatever it is, the call and the other listeners go on.
                LOG.log(
                        Level.WARNING,
                        () ->
                                listener.getClass().getName()
                                        + " failed on the rejection of "
                                        + limiter.instanceId(),
                        e);
            }
        }
    }
}
