// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterWaited;
import dev.resilience4cata.ResilienceRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of all limiters of a registry, to be given to its builder as a listener: rejected calls,
 * waits, available permits, keys in use. The only attributes are the instance id, and for
 * rejections whether the limiter is in shadow mode; no key is ever shown.
 *
 * <p>What calls pay: a call that is admitted at once pays nothing, or one increment with {@link
 * #withAdmittedCalls()}; a rejection one increment, a wait one record. Gauges are read when
 * somebody collects.
 *
 * <p>Gauges, and with Micrometer all meters, go when the registry is closed, or when this is; with
 * OpenTelemetry, which cannot remove them, the counter and the histogram keep their last values.
 * The registry is not kept. Use one object for each registry: two limiters with one id cannot be
 * told apart. Safe for use by several threads.
 */
public final class RateLimiterMetrics implements RateLimiterListener, AutoCloseable {

    private final Instruments instruments;
    private final boolean countsAdmitted;
    private final Map<String, Instruments.OfLimiter> limiters = new ConcurrentHashMap<>();

    RateLimiterMetrics(Instruments instruments, boolean countsAdmitted) {
        this.instruments = instruments;
        this.countsAdmitted = countsAdmitted;
    }

    /**
     * Metrics through OpenTelemetry.
     *
     * @param openTelemetry where the instruments are made, of version 1.32 or later
     * @return a listener for the builder of a registry
     */
    public static RateLimiterMetrics openTelemetry(OpenTelemetry openTelemetry) {
        return new RateLimiterMetrics(
                new OpenTelemetryInstruments(requireNonNull(openTelemetry, "openTelemetry")),
                false);
    }

    /**
     * Metrics through Micrometer.
     *
     * @param meters where the meters are registered
     * @return a listener for the builder of a registry
     */
    public static RateLimiterMetrics micrometer(MeterRegistry meters) {
        return new RateLimiterMetrics(
                new MicrometerInstruments(requireNonNull(meters, "meters")), false);
    }

    /**
     * A bean of type {@link RateLimiterMXBean} for each limiter in the MBean server of the
     * platform, named {@code dev.resilience4cata:type=RateLimiter,application="…",name="<instance
     * id>"}. It has no waits. The server keeps the beans, and so the class loader of the
     * application, until the registry is closed, or this is.
     *
     * @param application tells apart applications of one JVM; a limiter whose name is taken has no
     *     bean, and a warning says so
     * @return a listener for the builder of a registry
     */
    public static RateLimiterMetrics jmx(String application) {
        return new RateLimiterMetrics(
                new JmxInstruments(requireNonNull(application, "application")), false);
    }

    /**
     * The same metrics, and the calls that pass. Each of them then increments a counter, which
     * allocates nothing.
     *
     * @return what to give to the builder instead of this
     */
    public RateLimiterMetrics withAdmittedCalls() {
        return new RateLimiterMetrics(instruments, true);
    }

    @Override
    public void onRejected(RateLimiterRejected event) {
        Instruments.OfLimiter limiter = limiters.get(event.instance());
        if (limiter != null) {
            limiter.rejected(event.shadow());
        }
    }

    @Override
    public void onWaited(RateLimiterWaited event) {
        Instruments.OfLimiter limiter = limiters.get(event.instance());
        if (limiter != null) {
            limiter.waited(event.waited());
        }
    }

    @Override
    @SuppressWarnings("exports") // the null marker is optional
    public @Nullable LongAdder onCreated(ResilienceRegistry registry, String instance) {
        LongAdder admitted = countsAdmitted ? new LongAdder() : null;
        limiters.computeIfAbsent(
                instance, id -> instruments.of(new WatchedLimiter(registry, id, admitted)));
        return admitted;
    }

    @Override
    public void onClosed(ResilienceRegistry registry) {
        close();
    }

    /** Shows none of these limiters from now on. Closing again does nothing. */
    @Override
    public void close() {
        for (Instruments.OfLimiter limiter : limiters.values()) {
            limiter.remove();
        }
        limiters.clear();
    }
}
