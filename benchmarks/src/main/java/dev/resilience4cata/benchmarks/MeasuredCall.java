// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.telemetry.RateLimiterMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What telemetry adds to a call that the limiter admits, with calls that pass counted or not. */
@State(Scope.Benchmark)
public class MeasuredCall {

    private final RateLimiterPolicy bare = policy(ResilienceRegistry.builder());
    private final RateLimiterPolicy openTelemetry = policy(openTelemetryMetrics());
    private final RateLimiterPolicy openTelemetryCounted =
            policy(openTelemetryMetrics().withAdmittedCalls());
    private final RateLimiterPolicy micrometer =
            policy(RateLimiterMetrics.micrometer(new SimpleMeterRegistry()));
    private final RateLimiterPolicy micrometerCounted =
            policy(RateLimiterMetrics.micrometer(new SimpleMeterRegistry()).withAdmittedCalls());

    /** With an SDK that collects; without a reader it would measure nothing. */
    private static RateLimiterMetrics openTelemetryMetrics() {
        return RateLimiterMetrics.openTelemetry(
                OpenTelemetrySdk.builder()
                        .setMeterProvider(
                                SdkMeterProvider.builder()
                                        .registerMetricReader(InMemoryMetricReader.create())
                                        .build())
                        .build());
    }

    private static RateLimiterPolicy policy(RateLimiterMetrics metrics) {
        return policy(ResilienceRegistry.builder().listener(metrics));
    }

    private static RateLimiterPolicy policy(ResilienceRegistry.Builder registry) {
        return registry.build()
                .rateLimiterPolicy(
                        "com.acme.Search#find(java.lang.String)",
                        "",
                        "",
                        limit ->
                                limit.permits(Limiters.NEVER_RUNS_OUT)
                                        .period(Duration.ofSeconds(1)));
    }

    @Benchmark
    public boolean ours() {
        return bare.tryAcquire();
    }

    @Benchmark
    public boolean openTelemetry() {
        return openTelemetry.tryAcquire();
    }

    @Benchmark
    public boolean openTelemetryCounted() {
        return openTelemetryCounted.tryAcquire();
    }

    @Benchmark
    public boolean micrometer() {
        return micrometer.tryAcquire();
    }

    @Benchmark
    public boolean micrometerCounted() {
        return micrometerCounted.tryAcquire();
    }
}
