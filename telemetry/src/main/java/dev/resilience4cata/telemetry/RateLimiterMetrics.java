// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterWaited;
import dev.resilience4cata.ResilienceRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
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
        instruments.rejected(event.instance(), event.shadow());
    }

    @Override
    public void onWaited(RateLimiterWaited event) {
        instruments.waited(event.instance(), event.waited());
    }

    @Override
    @SuppressWarnings("exports") // the null marker is optional
    public @Nullable LongAdder onCreated(ResilienceRegistry registry, String instance) {
        LongAdder admitted = countsAdmitted ? new LongAdder() : null;
        instruments.add(new WatchedLimiter(registry, instance, admitted));
        return admitted;
    }

    @Override
    public void onClosed(ResilienceRegistry registry) {
        instruments.remove(registry);
    }

    /** Shows nothing from now on. Closing again does nothing. */
    @Override
    public void close() {
        instruments.close();
    }
}
