// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard and the documents speak of what is emitted, and of all of it. */
class DashboardTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Path DASHBOARD = DOCS.resolve("telemetry/grafana-dashboard.json");

    private static final Pattern NAME = Pattern.compile("\\bresilience4cata_[a-z0-9_]+");

    /** What Prometheus stores, spelled as it spells it. */
    private final Set<String> metrics = new TreeSet<>();

    private final Set<String> labels = new TreeSet<>();

    DashboardTest() {
        InMemoryMetricReader reader = InMemoryMetricReader.create();
        try (OpenTelemetrySdk sdk =
                OpenTelemetrySdk.builder()
                        .setMeterProvider(
                                SdkMeterProvider.builder().registerMetricReader(reader).build())
                        .build()) {
            use(RateLimiterMetrics.openTelemetry(sdk).withAdmittedCalls());
            reader.collectAllMetrics().forEach(this::note);
        }
    }

    /** A rejection and a wait. */
    private static void use(RateLimiterMetrics metrics) {
        RateLimiterPolicy policy =
                ResilienceRegistry.builder()
                        .clock(new ManualClock())
                        .listener(metrics)
                        .build()
                        .rateLimiterPolicy(
                                "mail", "", "", b -> b.permits(1).maxWait(Duration.ofSeconds(1)));
        policy.acquire();
        policy.acquire();
        policy.callAsync(() -> new CompletableFuture<>());
        assertThat(policy.tryAcquire()).isFalse();
    }

    private void note(MetricData metric) {
        String name = underscored(metric.getName()) + unit(metric.getUnit());
        if (metric.getType() == MetricDataType.HISTOGRAM) {
            Stream.of("_bucket", "_count", "_sum").map(name::concat).forEach(metrics::add);
        } else if (metric.getType() == MetricDataType.LONG_SUM) {
            metrics.add(name + "_total");
        } else {
            metrics.add(name);
        }
        metric.getData()
                .getPoints()
                .forEach(
                        point ->
                                point.getAttributes()
                                        .forEach(
                                                (key, value) ->
                                                        labels.add(underscored(key.getKey()))));
    }

    private static String underscored(String name) {
        return name.replace('.', '_');
    }

    /** What stands in braces is no unit for Prometheus. */
    private static String unit(String unit) {
        return unit.startsWith("{") ? "" : "_" + Map.of("s", "seconds").get(unit);
    }

    private static Set<String> names(String text) {
        return NAME.matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Everything that is asked of Prometheus. */
    private static Stream<String> expressions(JsonValue value) {
        if (value instanceof JsonStructure structure) {
            Stream<JsonValue> children =
                    value.getValueType() == JsonValue.ValueType.ARRAY
                            ? structure.asJsonArray().stream()
                            : structure.asJsonObject().values().stream();
            Stream<String> own =
                    value.getValueType() == JsonValue.ValueType.OBJECT
                            ? Stream.of("expr", "query")
                                    .map(structure.asJsonObject()::get)
                                    .filter(JsonString.class::isInstance)
                                    .map(text -> ((JsonString) text).getString())
                            : Stream.of();
            return Stream.concat(own, children.flatMap(DashboardTest::expressions));
        }
        return Stream.of();
    }

    private Set<String> all() {
        Set<String> all = new TreeSet<>(metrics);
        all.addAll(labels);
        return all;
    }

    @Test
    void theDashboardShowsAllThatIsEmittedAndNothingElse() throws IOException {
        try (JsonReader json = Json.createReader(Files.newBufferedReader(DASHBOARD))) {
            String asked = expressions(json.read()).collect(Collectors.joining("\n"));
            assertThat(names(asked)).isEqualTo(all());
        }
    }

    @Test // the expressions are all places where names stand
    void noNameStandsElsewhere() throws IOException {
        assertThat(
                        names(
                                Files.readString(DASHBOARD)
                                        .replaceAll("\\{\\{resilience4cata_instance}}", "")))
                .isEqualTo(all());
    }

    @ParameterizedTest
    @ValueSource(strings = {"howto/dashboards-and-alerts.md", "howto/shadow-mode.md"})
    void documentsUseNoOtherNames(String document) throws IOException {
        assertThat(all()).containsAll(names(Files.readString(DOCS.resolve(document))));
    }

    @Test
    void theHowToNamesAllMetrics() throws IOException {
        String text = Files.readString(DOCS.resolve("howto/dashboards-and-alerts.md"));
        assertThat(
                        names(
                                text.replace(
                                        "`…_",
                                        "`resilience4cata_rate_limiter_wait_duration_seconds_")))
                .containsAll(metrics);
    }

    @Test
    void micrometerHasTheSameNames() {
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        use(RateLimiterMetrics.micrometer(meters).withAdmittedCalls());
        Set<String> found = names(meters.scrape().replaceAll("(?m)^#.*$", ""));
        assertThat(found)
                .contains("resilience4cata_rate_limiter_wait_duration_seconds_max")
                .filteredOn(name -> !name.endsWith("_max")) // Micrometer's own
                .containsExactlyInAnyOrderElementsOf(all());
    }
}
