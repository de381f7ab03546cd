// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of Micrometer: those of a limiter come with it and are removed with its registry.
 * Gauges are read when somebody collects. Safe for use by several threads.
 */
final class MicrometerInstruments implements Instruments {

    private static final double NANOS_PER_SECOND = 1e9;

    private final MeterRegistry meters;
    private final Map<String, OfLimiter> limiters = new ConcurrentHashMap<>();

    MicrometerInstruments(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void rejected(String instance, boolean shadow) {
        OfLimiter of = limiters.get(instance);
        if (of != null) {
            (shadow ? of.shadow() : of.enforced).increment();
        }
    }

    @Override
    public void waited(String instance, Duration waited) {
        OfLimiter of = limiters.get(instance);
        if (of != null) {
            of.waits().record(waited);
        }
    }

    @Override
    public void add(WatchedLimiter limiter) {
        limiters.computeIfAbsent(limiter.instance(), id -> new OfLimiter(limiter));
    }

    @Override
    public void remove(ResilienceRegistry registry) {
        for (OfLimiter each : limiters.values()) {
            if (each.limiter.isOf(registry)) {
                remove(each);
            }
        }
    }

    @Override
    public void close() {
        for (OfLimiter each : limiters.values()) {
            remove(each);
        }
    }

    private void remove(OfLimiter limiter) {
        limiters.remove(limiter.limiter.instance(), limiter);
        limiter.remove();
    }

    private static double permits(WatchedLimiter limiter) {
        RateLimiterSnapshot now = limiter.snapshot();
        return now == null ? Double.NaN : now.availablePermits();
    }

    private static double keys(WatchedLimiter limiter) {
        RateLimiterSnapshot now = limiter.snapshot();
        return now == null ? Double.NaN : now.keys();
    }

    /** The meters of one limiter; those of what may never happen are made when it does. */
    private final class OfLimiter {

        final WatchedLimiter limiter;
        final Counter enforced;
        private volatile @Nullable Counter shadow;
        private volatile @Nullable Timer waits;
        private boolean removed;
        private final List<Meter> all = new ArrayList<>();

        OfLimiter(WatchedLimiter limiter) {
            this.limiter = limiter;
            this.enforced = counter(false);
            all.add(enforced);
            all.add(
                    gauge(
                            Names.AVAILABLE_PERMITS,
                            "permits",
                            Names.AVAILABLE_PERMITS_TEXT,
                            MicrometerInstruments::permits));
            all.add(gauge(Names.KEYS, "keys", Names.KEYS_TEXT, MicrometerInstruments::keys));
            LongAdder admitted = limiter.admitted();
            if (admitted != null) {
                all.add(
                        FunctionCounter.builder(Names.ADMITTED_CALLS, admitted, LongAdder::sum)
                                .baseUnit("calls")
                                .description(Names.ADMITTED_CALLS_TEXT)
                                .tag(Names.INSTANCE, limiter.instance())
                                .register(meters));
            }
        }

        private Gauge gauge(
                String name, String unit, String text, ToDoubleFunction<WatchedLimiter> value) {
            return Gauge.builder(name, limiter, value)
                    .baseUnit(unit)
                    .description(text)
                    .tag(Names.INSTANCE, limiter.instance())
                    .register(meters);
        }

        private Counter counter(boolean inShadow) {
            return Counter.builder(Names.REJECTED_CALLS)
                    .baseUnit("calls")
                    .description(Names.REJECTED_CALLS_TEXT)
                    .tag(Names.INSTANCE, limiter.instance())
                    .tag(Names.SHADOW, Boolean.toString(inShadow))
                    .register(meters);
        }

        private Timer timer() {
            Duration[] bounds = new Duration[Names.WAIT_BOUNDS.size()];
            for (int i = 0; i < bounds.length; i++) {
                bounds[i] =
                        Duration.ofNanos(Math.round(Names.WAIT_BOUNDS.get(i) * NANOS_PER_SECOND));
            }
            return Timer.builder(Names.WAIT_DURATION)
                    .description(Names.WAIT_DURATION_TEXT)
                    .serviceLevelObjectives(bounds)
                    .tag(Names.INSTANCE, limiter.instance())
                    .register(meters);
        }

        Counter shadow() {
            Counter known = shadow;
            return known != null ? known : firstShadow();
        }

        private synchronized Counter firstShadow() {
            Counter made = counter(true);
            shadow = made;
            keep(made);
            return made;
        }

        Timer waits() {
            Timer known = waits;
            return known != null ? known : firstWait();
        }

        private synchronized Timer firstWait() {
            Timer made = timer();
            waits = made;
            keep(made);
            return made;
        }

        /** A call may come to its end while the registry is closed. */
        private void keep(Meter made) {
            if (removed) {
                meters.remove(made);
            } else {
                all.add(made);
            }
        }

        synchronized void remove() {
            removed = true;
            for (Meter each : all) {
                meters.remove(each);
            }
            all.clear();
        }
    }
}
