// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterWaited;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Who hears of what happens in a registry. Safe for use by several threads. */
final class Listeners {

    private static final System.Logger LOG = System.getLogger(Listeners.class.getName());

    private static final LongAdder[] NO_COUNTERS = {};

    private final List<RateLimiterListener> listeners;

    Listeners(List<RateLimiterListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Whether there is somebody to tell. */
    boolean isAnybodyThere() {
        return !listeners.isEmpty();
    }

    /**
     * Tells of a refused call. Costs nothing when nobody listens.
     *
     * @param shadow whether the call passes all the same
     */
    void rejected(SingleLimiter limiter, boolean shadow) {
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
                warn(listener, "the rejection of", event.instance(), e);
            }
        }
    }

    /** Tells of a call that waited and starts now. Costs nothing when nobody listens. */
    void waited(SingleLimiter limiter, long nanos) {
        if (listeners.isEmpty()) {
            return;
        }
        RateLimiterWaited event =
                new RateLimiterWaited(limiter.instanceId(), Duration.ofNanos(nanos));
        for (RateLimiterListener listener : listeners) {
            try {
                listener.onWaited(event);
            } catch (Throwable e) {
                warn(listener, "a wait for", event.instance(), e);
            }
        }
    }

    /** Tells of a new limiter; what counts the calls that it lets pass, mostly nothing. */
    LongAdder[] created(ResilienceRegistry registry, String instanceId) {
        List<LongAdder> counters = new ArrayList<>();
        for (RateLimiterListener listener : listeners) {
            try {
                LongAdder counter = listener.onCreated(registry, instanceId);
                if (counter != null) {
                    counters.add(counter);
                }
            } catch (Throwable e) {
                warn(listener, "the creation of", instanceId, e);
            }
        }
        return counters.isEmpty() ? NO_COUNTERS : counters.toArray(NO_COUNTERS);
    }

    /** Tells of the end of a registry; without lambdas, as in {@link ParkedCalls}. */
    void closed(ResilienceRegistry registry) {
        for (RateLimiterListener listener : listeners) {
            try {
                listener.onClosed(registry);
            } catch (Throwable e) {
                LOG.log(
                        Level.WARNING,
                        listener.getClass().getName() + " failed on the end of the registry",
                        e);
            }
        }
    }

    private static void warn(
            RateLimiterListener listener, String what, String instanceId, Throwable e) {
        LOG.log(
                Level.WARNING,
                () -> listener.getClass().getName() + " failed on " + what + " " + instanceId,
                e);
    }
}
