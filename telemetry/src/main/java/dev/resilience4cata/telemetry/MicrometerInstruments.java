// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterSnapshot;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of Micrometer: those of a limiter come and go with it. Gauges are read when somebody
 * collects. Safe for use by several threads.
 */
final class MicrometerInstruments implements Instruments {

    private static final String PROBE = "resilience4cata.probe";

    private final MeterRegistry meters;

    /**
     * Whether the registry shows what builders make. That of WildFly 39 does not:
     * https://github.com/wildfly/wildfly/pull/19294. There, meters have no description and the
     * timer no buckets.
     */
    private final boolean takesBuilders;

    MicrometerInstruments(MeterRegistry meters) {
        this.meters = meters;
        Counter probe = Counter.builder(PROBE).register(meters);
        takesBuilders = meters.find(PROBE).counter() != null;
        meters.remove(probe);
    }

    @Override
    public OfLimiter of(WatchedLimiter limiter) {
        return new Meters(limiter);
    }

    /** The meters of one limiter; those of what may never happen are made when it does. */
    private final class Meters implements OfLimiter {

        private final WatchedLimiter limiter; // gauges hold it weakly
        private final Tags instance;
        private final Counter enforced;
        private final Counter shadow;
        private volatile @Nullable Timer waits;

        /** Null when they were removed. Guarded by this. */
        private @Nullable List<Meter> all = new ArrayList<>();

        Meters(WatchedLimiter limiter) {
            this.limiter = limiter;
            instance = Tags.of(Names.INSTANCE, limiter.instance());
            enforced = keep(counter(false));
            shadow = keep(counter(true)); // or rates would not see the first ones
            keepGauge(
                    Names.AVAILABLE_PERMITS,
                    "permits",
                    Names.AVAILABLE_PERMITS_TEXT,
                    RateLimiterSnapshot::availablePermits);
            keepGauge(Names.KEYS, "keys", Names.KEYS_TEXT, RateLimiterSnapshot::keys);
            LongAdder admitted = limiter.admitted();
            if (admitted != null) {
                keep(counter(admitted));
            }
        }

        private void keepGauge(
                String name, String unit, String text, ToIntFunction<RateLimiterSnapshot> value) {
            ToDoubleFunction<WatchedLimiter> read =
                    watched -> {
                        RateLimiterSnapshot now = watched.snapshot();
                        return now == null ? Double.NaN : value.applyAsInt(now);
                    };
            if (takesBuilders) {
                keep(
                        Gauge.builder(name, limiter, read)
                                .baseUnit(unit)
                                .description(text)
                                .tags(instance)
                                .register(meters));
            } else {
                meters.gauge(name, instance, limiter, read);
                keep(meters.get(name).tags(instance).gauge());
            }
        }

        private Counter counter(boolean inShadow) {
            Tags tags = instance.and(Names.SHADOW, Boolean.toString(inShadow));
            return takesBuilders
                    ? Counter.builder(Names.REJECTED_CALLS)
                            .baseUnit("calls")
                            .description(Names.REJECTED_CALLS_TEXT)
                            .tags(tags)
                            .register(meters)
                    : meters.counter(Names.REJECTED_CALLS, tags);
        }

        private FunctionCounter counter(LongAdder admitted) {
            return takesBuilders
                    ? FunctionCounter.builder(Names.ADMITTED_CALLS, admitted, LongAdder::sum)
                            .baseUnit("calls")
                            .description(Names.ADMITTED_CALLS_TEXT)
                            .tags(instance)
                            .register(meters)
                    : meters.more().counter(Names.ADMITTED_CALLS, instance, admitted);
        }

        private Timer timer() {
            return takesBuilders
                    ? Timer.builder(Names.WAIT_DURATION)
                            .description(Names.WAIT_DURATION_TEXT)
                            .serviceLevelObjectives(
                                    Names.WAIT_BOUNDS.stream()
                                            .map(bound -> bound * Names.NANOS_PER_SECOND)
                                            .map(Math::round)
                                            .map(Duration::ofNanos)
                                            .toArray(Duration[]::new))
                            .tags(instance)
                            .register(meters)
                    : meters.timer(Names.WAIT_DURATION, instance);
        }

        @Override
        public void rejected(boolean inShadow) {
            (inShadow ? shadow : enforced).increment();
        }

        @Override
        public void waited(Duration waited) {
            waits().record(waited);
        }

        private Timer waits() {
            Timer known = waits;
            return known != null ? known : firstWait();
        }

        private synchronized Timer firstWait() {
            Timer made = keep(timer());
            waits = made;
            return made;
        }

        /** A call may come to its end while the registry is closed. */
        private <M extends Meter> M keep(M made) {
            if (all == null) {
                meters.remove(made);
            } else {
                all.add(made);
            }
            return made;
        }

        @Override
        public synchronized void remove() {
            List<Meter> made = all;
            if (made != null) {
                all = null;
                for (Meter each : made) {
                    meters.remove(each);
                }
            }
        }
    }
}
