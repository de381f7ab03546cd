// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.annotation.RateLimiter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In a container the beans of the APIs are found, and nobody has to do anything. */
class BoundByExtensionTest {

    private static final String ENABLED = "resilience4cata.telemetry.enabled";
    private static final String ADMITTED = "resilience4cata.telemetry.admitted";
    private static final String JMX = "resilience4cata.telemetry.jmx";

    private static final InMemoryMetricReader READER = InMemoryMetricReader.create();
    private static final OpenTelemetrySdk SDK =
            OpenTelemetrySdk.builder()
                    .setMeterProvider(
                            SdkMeterProvider.builder().registerMetricReader(READER).build())
                    .build();
    private static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();

    @ApplicationScoped
    static class Search {
        @RateLimiter(name = "search", permits = 1)
        String search() {
            return "found";
        }
    }

    static class Time {
        @Produces
        @Singleton
        Clock clock() {
            return new ManualClock();
        }
    }

    static class OpenTelemetryProducer {
        @Produces
        @Singleton
        OpenTelemetry openTelemetry() {
            return SDK;
        }
    }

    static class MeterProducer {
        @Produces
        @Singleton
        MeterRegistry meters() {
            return METERS;
        }
    }

    @BeforeEach
    @AfterEach
    void clear() {
        System.clearProperty(ENABLED);
        System.clearProperty(ADMITTED);
        System.clearProperty(JMX);
        METERS.clear();
    }

    private static SeContainer container(Class<?>... more) {
        return SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(Extensions.ofThisProject())
                .addBeanClasses(Search.class, Time.class)
                .addBeanClasses(more)
                .initialize();
    }

    private static void callTwice(SeContainer container) {
        Search search = container.select(Search.class).get();
        assertThat(search.search()).isEqualTo("found");
        assertThatThrownBy(search::search).isInstanceOf(RateLimitExceededException.class);
    }

    private static Set<String> collected() {
        return READER.collectAllMetrics().stream()
                .map(MetricData::getName)
                .map(name -> name.replace("resilience4cata.rate_limiter.", ""))
                .collect(Collectors.toSet());
    }

    @Test
    void theBeanOfOpenTelemetryIsFound() {
        try (SeContainer container = container(OpenTelemetryProducer.class)) {
            callTwice(container);
            assertThat(collected())
                    .containsExactlyInAnyOrder("rejected_calls", "available_permits", "keys");
            assertThat(READER.collectAllMetrics())
                    .filteredOn(metric -> metric.getName().endsWith("rejected_calls"))
                    .flatExtracting(metric -> metric.getLongSumData().getPoints())
                    .anyMatch(
                            point ->
                                    point.getValue() == 1
                                            && point.getAttributes()
                                                    .asMap()
                                                    .containsValue("search"));
        }
        assertThat(collected()).as("the application has ended").containsOnly("rejected_calls");
    }

    @Test
    void theBeanOfMicrometerIsFound() {
        try (SeContainer container = container(MeterProducer.class)) {
            callTwice(container);
            assertThat(
                            METERS.get("resilience4cata.rate_limiter.rejected_calls")
                                    .tag("resilience4cata.instance", "search")
                                    .tag("resilience4cata.shadow", "false")
                                    .counter()
                                    .count())
                    .isEqualTo(1);
            assertThat(METERS.getMeters()).hasSize(4);
        }
        assertThat(METERS.getMeters()).as("the application has ended").isEmpty();
    }

    @Test
    void aPropertyCountsCallsThatPass() {
        System.setProperty(ADMITTED, "true");
        try (SeContainer container = container(MeterProducer.class)) {
            callTwice(container);
            assertThat(
                            METERS.get("resilience4cata.rate_limiter.admitted_calls")
                                    .functionCounter()
                                    .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aPropertyMakesBeansOfJmx() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name =
                new ObjectName(
                        "dev.resilience4cata:type=RateLimiter,application=\"shop\",name=\"search\"");
        System.setProperty(JMX, "shop");
        try (SeContainer container = container()) {
            callTwice(container);
            assertThat(server.getAttribute(name, "RejectedCalls")).isEqualTo(1L);
        }
        assertThat(server.isRegistered(name)).as("the application has ended").isFalse();
    }

    @Test
    void aPropertySwitchesItOff() {
        System.setProperty(ENABLED, "false");
        try (SeContainer container = container(MeterProducer.class, OpenTelemetryProducer.class)) {
            callTwice(container);
            assertThat(METERS.getMeters()).isEmpty();
            assertThat(collected()).doesNotContain("available_permits");
        }
    }

    @Test
    void withoutABeanNothingHappens() {
        try (SeContainer container = container()) {
            callTwice(container);
            assertThat(METERS.getMeters()).isEmpty();
            assertThat(container.select(RateLimiterListener.class).isUnsatisfied())
                    .as("what an application injects")
                    .isTrue();
        }
    }

    @Test
    void aWrongSwitchIsReported() {
        System.setProperty(ADMITTED, "yes");
        assertThatThrownBy(() -> container().close())
                .hasMessageContaining("R4C-REG-003")
                .hasMessageContaining(ADMITTED + ": \"yes\"");
    }
}
