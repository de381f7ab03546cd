// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static io.opentelemetry.sdk.testing.assertj.OpenTelemetryAssertions.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a collector sees through OpenTelemetry (S24). */
class OpenTelemetryTest extends ShownLimiters {

    private static final AttributeKey<String> INSTANCE =
            AttributeKey.stringKey("resilience4cata.instance");
    private static final AttributeKey<Boolean> SHADOW =
            AttributeKey.booleanKey("resilience4cata.shadow");

    private static final Attributes MAIL = Attributes.of(INSTANCE, "mail");

    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk =
            OpenTelemetrySdk.builder()
                    .setMeterProvider(
                            SdkMeterProvider.builder().registerMetricReader(reader).build())
                    .build();

    @AfterEach
    void close() {
        sdk.close();
    }

    private Map<String, MetricData> collect() {
        Map<String, MetricData> byName = new TreeMap<>();
        reader.collectAllMetrics().forEach(metric -> byName.put(metric.getName(), metric));
        return byName;
    }

    @Test
    void rejectionsAreCounted() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.openTelemetry(sdk)));
        Attributes enforced = Attributes.of(INSTANCE, "mail", SHADOW, false);
        Attributes inShadow = Attributes.of(INSTANCE, "mail", SHADOW, true);
        assertThat(collect().get("resilience4cata.rate_limiter.rejected_calls"))
                .as("there before the first rejection, so that this one is an increase")
                .hasLongSumSatisfying(
                        sum ->
                                sum.hasPointsSatisfying(
                                        p -> p.hasValue(0).hasAttributes(enforced),
                                        p -> p.hasValue(0).hasAttributes(inShadow)));
        for (int call = 0; call < 2; call++) {
            mail.acquire();
        }
        mail.callAsync(() -> CompletableFuture.completedFuture("")); // takes the next permit
        for (int call = 0; call < 3; call++) {
            assertThat(mail.tryAcquire()).isFalse();
        }
        assertThat(collect().get("resilience4cata.rate_limiter.rejected_calls"))
                .hasUnit("{call}")
                .hasLongSumSatisfying(
                        sum ->
                                sum.isMonotonic()
                                        .isCumulative()
                                        .hasPointsSatisfying(
                                                p -> p.hasValue(3).hasAttributes(enforced),
                                                p -> p.hasValue(0).hasAttributes(inShadow)));
    }

    @Test
    void shadowRejectionsAreCountedApart() {
        RateLimiterPolicy trial =
                registry(RateLimiterMetrics.openTelemetry(sdk))
                        .rateLimiterPolicy("trial", "", "", b -> b.permits(1));
        for (int call = 0; call < 3; call++) {
            trial.acquire();
        }
        assertThat(collect().get("resilience4cata.rate_limiter.rejected_calls"))
                .hasLongSumSatisfying(
                        sum ->
                                sum.hasPointsSatisfying(
                                        p ->
                                                p.hasValue(0)
                                                        .hasAttributes(
                                                                Attributes.of(
                                                                        INSTANCE, "trial", SHADOW,
                                                                        false)),
                                        p ->
                                                p.hasValue(2)
                                                        .hasAttributes(
                                                                Attributes.of(
                                                                        INSTANCE, "trial", SHADOW,
                                                                        true))));
    }

    @Test
    void waitsAreAHistogramInSeconds() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.openTelemetry(sdk)));
        mail.acquire();
        mail.acquire();
        assertThat(collect()).doesNotContainKey("resilience4cata.rate_limiter.wait.duration");
        mail.acquire(); // waits on this thread, which moves the clock
        mail.callAsync(() -> CompletableFuture.completedFuture(""));
        clock.advance(ofMillis(500));
        assertThat(collect().get("resilience4cata.rate_limiter.wait.duration"))
                .hasUnit("s")
                .hasHistogramSatisfying(
                        histogram ->
                                histogram.hasPointsSatisfying(
                                        p ->
                                                p.hasCount(2)
                                                        .hasSum(1.0)
                                                        .hasMin(0.5)
                                                        .hasMax(0.5)
                                                        .hasBucketBoundaries(
                                                                0.005, 0.01, 0.025, 0.05, 0.075,
                                                                0.1, 0.25, 0.5, 0.75, 1, 2.5, 5,
                                                                7.5, 10)
                                                        .hasAttributes(MAIL)));
    }

    @Test
    void permitsAndKeysAreReadWhenSomebodyCollects() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.openTelemetry(sdk)));
        mail.acquire();
        mail.ofKey("ann").acquire();
        mail.ofKey("bob").acquire();
        requireGauges(1, 2);
        clock.advance(ofMillis(500));
        requireGauges(2, 2);
    }

    private void requireGauges(long permits, long keys) {
        Map<String, MetricData> now = collect();
        assertThat(now.get("resilience4cata.rate_limiter.available_permits"))
                .hasUnit("{permit}")
                .hasLongGaugeSatisfying(
                        g -> g.hasPointsSatisfying(p -> p.hasValue(permits).hasAttributes(MAIL)));
        assertThat(now.get("resilience4cata.rate_limiter.keys"))
                .hasUnit("{key}")
                .hasLongGaugeSatisfying(
                        g -> g.hasPointsSatisfying(p -> p.hasValue(keys).hasAttributes(MAIL)));
    }

    @Test
    void callsThatPassAreCountedOnlyOnDemand() {
        ResilienceRegistry quiet = registry(RateLimiterMetrics.openTelemetry(sdk));
        mail(quiet).acquire();
        assertThat(collect()).doesNotContainKey("resilience4cata.rate_limiter.admitted_calls");
        quiet.close();
        RateLimiterPolicy mail =
                mail(registry(RateLimiterMetrics.openTelemetry(sdk).withAdmittedCalls()));
        mail.acquire();
        mail.ofKey("ann").acquire();
        mail.acquire();
        mail.acquire(); // waits, and passes
        assertThat(collect().get("resilience4cata.rate_limiter.admitted_calls"))
                .hasUnit("{call}")
                .hasLongSumSatisfying(
                        sum ->
                                sum.isMonotonic()
                                        .hasPointsSatisfying(
                                                p -> p.hasValue(4).hasAttributes(MAIL)));
    }

    @Test // as the how-to says
    void inPlainJavaItIsOneLine() {
        OpenTelemetry telemetry = sdk;
        ResilienceRegistry registry =
                ResilienceRegistry.builder()
                        .listener(RateLimiterMetrics.openTelemetry(telemetry))
                        .build();
        mail(registry);
        assertThat(collect()).hasSize(3);
        registry.close();
        assertThat(collect()).containsOnlyKeys("resilience4cata.rate_limiter.rejected_calls");
    }

    @Test // S32: nothing of a key anywhere
    void noKeyIsShown() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.openTelemetry(sdk)));
        for (int call = 0; call < 5; call++) {
            mail.ofKey("secret").callAsync(() -> CompletableFuture.completedFuture(""));
        }
        clock.advance(ofSeconds(1));
        assertThat(collect()).hasSize(4);
        assertThat(collect().toString()).contains("mail").doesNotContain("secret");
    }

    @Test // S21
    void aClosedRegistryShowsNoGauges() {
        RateLimiterMetrics metrics = RateLimiterMetrics.openTelemetry(sdk).withAdmittedCalls();
        ResilienceRegistry registry = registry(metrics);
        mail(registry).acquire();
        assertThat(collect()).hasSize(4);
        registry.close();
        assertThat(collect()).containsOnlyKeys("resilience4cata.rate_limiter.rejected_calls");
        ResilienceRegistry next = registry(metrics);
        mail(next).acquire();
        assertThat(collect()).hasSize(4);
        metrics.close();
        assertThat(collect()).containsOnlyKeys("resilience4cata.rate_limiter.rejected_calls");
        next.close();
    }
}
