// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The instruments of OpenTelemetry. Gauges are read in a callback, so only when somebody collects;
 * it is registered while there is a limiter to look at. Safe for use by several threads.
 */
final class OpenTelemetryInstruments implements Instruments {

    private static final AttributeKey<String> INSTANCE = AttributeKey.stringKey(Names.INSTANCE);
    private static final AttributeKey<Boolean> SHADOW = AttributeKey.booleanKey(Names.SHADOW);

    private static final double NANOS_PER_SECOND = 1e9;

    /** The attributes of one limiter, made once. */
    private static final class Labels {
        final Attributes instance;
        final Attributes enforced;
        final Attributes shadow;

        Labels(String id) {
            instance = Attributes.of(INSTANCE, id);
            enforced = Attributes.of(INSTANCE, id, SHADOW, false);
            shadow = Attributes.of(INSTANCE, id, SHADOW, true);
        }
    }

    private final Meter meter;
    private final LongCounter rejected;
    private final DoubleHistogram waits;
    private final ObservableLongMeasurement admitted;
    private final ObservableLongMeasurement permits;
    private final ObservableLongMeasurement keys;
    private final Map<String, Labels> labels = new ConcurrentHashMap<>();
    private final Map<WatchedLimiter, Labels> limiters = new ConcurrentHashMap<>();

    /** Null while there is nothing to look at. Guarded by this. */
    private @Nullable BatchCallback callback;

    OpenTelemetryInstruments(OpenTelemetry openTelemetry) {
        meter = openTelemetry.getMeter("dev.resilience4cata.rate_limiter");
        rejected =
                meter.counterBuilder(Names.REJECTED_CALLS)
                        .setDescription(Names.REJECTED_CALLS_TEXT)
                        .setUnit("{call}")
                        .build();
        waits =
                meter.histogramBuilder(Names.WAIT_DURATION)
                        .setDescription(Names.WAIT_DURATION_TEXT)
                        .setUnit("s")
                        .setExplicitBucketBoundariesAdvice(Names.WAIT_BOUNDS)
                        .build();
        admitted =
                meter.counterBuilder(Names.ADMITTED_CALLS)
                        .setDescription(Names.ADMITTED_CALLS_TEXT)
                        .setUnit("{call}")
                        .buildObserver();
        permits =
                meter.gaugeBuilder(Names.AVAILABLE_PERMITS)
                        .ofLongs()
                        .setDescription(Names.AVAILABLE_PERMITS_TEXT)
                        .setUnit("{permit}")
                        .buildObserver();
        keys =
                meter.gaugeBuilder(Names.KEYS)
                        .ofLongs()
                        .setDescription(Names.KEYS_TEXT)
                        .setUnit("{key}")
                        .buildObserver();
    }

    private Labels labels(String instance) {
        Labels known = labels.get(instance);
        return known != null ? known : labels.computeIfAbsent(instance, Labels::new);
    }

    @Override
    public void rejected(String instance, boolean shadow) {
        Labels of = labels(instance);
        rejected.add(1, shadow ? of.shadow : of.enforced);
    }

    @Override
    public void waited(String instance, Duration waited) {
        waits.record(waited.toNanos() / NANOS_PER_SECOND, labels(instance).instance);
    }

    @Override
    public synchronized void add(WatchedLimiter limiter) {
        Labels of = labels(limiter.instance());
        limiters.put(limiter, of);
        rejected.add(0, of.enforced); // so that the first rejection is an increase
        if (callback == null) {
            callback = meter.batchCallback(this::observe, permits, keys, admitted);
        }
    }

    private void observe() {
        for (Map.Entry<WatchedLimiter, Labels> each : limiters.entrySet()) {
            WatchedLimiter limiter = each.getKey();
            RateLimiterSnapshot now = limiter.snapshot();
            if (now != null) {
                Attributes instance = each.getValue().instance;
                permits.record(now.availablePermits(), instance);
                keys.record(now.keys(), instance);
                LongAdder counter = limiter.admitted();
                if (counter != null) {
                    admitted.record(counter.sum(), instance);
                }
            } else if (limiter.isGone()) {
                remove(limiter);
            }
        }
    }

    private synchronized void remove(WatchedLimiter limiter) {
        limiters.remove(limiter);
        labels.remove(limiter.instance());
        closeIfEmpty();
    }

    @Override
    public synchronized void remove(ResilienceRegistry registry) {
        Iterator<WatchedLimiter> all = limiters.keySet().iterator();
        while (all.hasNext()) {
            WatchedLimiter each = all.next();
            if (each.isOf(registry)) {
                all.remove();
                labels.remove(each.instance());
            }
        }
        closeIfEmpty();
    }

    @Override
    public synchronized void close() {
        limiters.clear();
        labels.clear();
        closeIfEmpty();
    }

    private void closeIfEmpty() {
        BatchCallback open = callback;
        if (open != null && limiters.isEmpty()) {
            callback = null;
            open.close();
        }
    }
}
