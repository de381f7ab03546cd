// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterSnapshot;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.BatchCallback;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.time.Duration;
import java.util.Set;
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

    private final Meter meter;
    private final LongCounter rejected;
    private final DoubleHistogram waits;
    private final ObservableLongMeasurement admitted;
    private final ObservableLongMeasurement permits;
    private final ObservableLongMeasurement keys;
    private final Set<Recorder> recorders = ConcurrentHashMap.newKeySet();

    /** Null while there is nothing to look at. Guarded by this. */
    private @Nullable BatchCallback callback;

    OpenTelemetryInstruments(OpenTelemetry openTelemetry) {
        meter = openTelemetry.getMeter(Names.SCOPE);
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

    @Override
    public synchronized OfLimiter of(WatchedLimiter limiter) {
        Recorder recorder = new Recorder(limiter);
        recorders.add(recorder);
        if (callback == null) {
            callback = meter.batchCallback(this::observe, permits, keys, admitted);
        }
        return recorder;
    }

    private void observe() {
        for (Recorder recorder : recorders) {
            recorder.observe();
        }
    }

    private synchronized void remove(Recorder recorder) {
        recorders.remove(recorder);
        BatchCallback open = callback;
        if (open != null && recorders.isEmpty()) {
            callback = null;
            open.close();
        }
    }

    /** Records with the attributes of one limiter, made once. */
    private final class Recorder implements OfLimiter {

        private final WatchedLimiter limiter;
        private final Attributes instance;
        private final Attributes enforced;
        private final Attributes shadow;

        Recorder(WatchedLimiter limiter) {
            this.limiter = limiter;
            String id = limiter.instance();
            instance = Attributes.of(INSTANCE, id);
            enforced = Attributes.of(INSTANCE, id, SHADOW, false);
            shadow = Attributes.of(INSTANCE, id, SHADOW, true);
            rejected.add(0, enforced); // so that the first rejection is an increase
            rejected.add(0, shadow);
        }

        @Override
        public void rejected(boolean inShadow) {
            rejected.add(1, inShadow ? shadow : enforced);
        }

        @Override
        public void waited(Duration waited) {
            waits.record(waited.toNanos() / Names.NANOS_PER_SECOND, instance);
        }

        void observe() {
            RateLimiterSnapshot now = limiter.snapshot();
            if (now != null) {
                permits.record(now.availablePermits(), instance);
                keys.record(now.keys(), instance);
                LongAdder passed = limiter.admitted();
                if (passed != null) {
                    admitted.record(passed.sum(), instance);
                }
            } else if (limiter.isGone()) {
                remove();
            }
        }

        @Override
        public void remove() {
            OpenTelemetryInstruments.this.remove(this);
        }
    }
}
