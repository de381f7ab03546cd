// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A limiter to look at when somebody collects. It does not keep the registry, which an application
 * may drop without closing it. Safe for use by several threads.
 */
final class WatchedLimiter {

    private final WeakReference<ResilienceRegistry> registry;
    private final String instance;
    private final @Nullable LongAdder admitted;

    /**
     * Creates what looks at a limiter; looks at nothing yet.
     *
     * @param admitted counts the calls that it lets pass; null if nobody does
     */
    WatchedLimiter(ResilienceRegistry registry, String instance, @Nullable LongAdder admitted) {
        this.registry = new WeakReference<>(registry);
        this.instance = instance;
        this.admitted = admitted;
    }

    String instance() {
        return instance;
    }

    @Nullable LongAdder admitted() {
        return admitted;
    }

    /** Whether there is no such limiter any more. */
    boolean isGone() {
        return registry.refersTo(null);
    }

    /** The limiter now; null if it is gone, or its registry closed, or not yet told of it. */
    @Nullable RateLimiterSnapshot snapshot() {
        ResilienceRegistry of = registry.get();
        if (of == null) {
            return null;
        }
        try {
            return of.rateLimiter(instance).snapshot();
        } catch (ResilienceException e) {
            return null;
        }
    }
}
