// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The meters of an application that brings Micrometer itself (S24). */
@Tag("telemetry")
@ExtendWith(ArquillianExtension.class)
class OwnMetersTest {
    @Deployment
    static WebArchive application() {
        return Archives.withJarsOf(
                MeasuredApplication.archive(
                        "", MeasuredApplication.Rest.class, Meters.class, Readings.class),
                MeterRegistry.class,
                ObservationRegistry.class,
                KeyValue.class);
    }

    /** Goes before the registry that a server may have. */
    @ApplicationScoped
    @Alternative
    @Priority(Interceptor.Priority.APPLICATION)
    static class Meters {
        @Produces @Singleton MeterRegistry meters = new SimpleMeterRegistry();
    }

    /** What the meters say. */
    @ApplicationScoped
    static class Readings {
        @Inject MeterRegistry meters;

        /** Without the buckets of the histogram. */
        Set<String> all() {
            return meters.getMeters().stream()
                    .filter(meter -> meter.getId().getTag("le") == null)
                    .map(Readings::describe)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private static String describe(Meter meter) {
            Meter.Id id = meter.getId();
            Map<String, String> tags = new TreeMap<>();
            id.getTags().forEach(tag -> tags.put(shortened(tag.getKey()), tag.getValue()));
            return shortened(id.getName()).replace("rate_limiter.", "")
                    + " "
                    + id.getBaseUnit()
                    + " "
                    + tags
                    + " "
                    + values(meter);
        }

        private static String shortened(String name) {
            return name.replace("resilience4cata.", "");
        }

        private static String values(Meter meter) {
            return meter instanceof Timer timer
                    ? timer.count() + " of " + timer.totalTime(TimeUnit.SECONDS)
                    : String.valueOf((long) meter.measure().iterator().next().getValue());
        }
    }

    @Inject MeasuredApplication.Front front;
    @Inject Readings readings;

    /** S24, S32, S33: what is sent through OpenTelemetry, with units of Micrometer. */
    @Test
    void areThoseOfTheDocumentation() {
        front.call();
        assertEquals(expected(false), readings.all());
        front.passTime();
        assertEquals(expected(true), readings.all()); // gauges are read, not written by calls
    }

    private static Set<String> expected(boolean later) {
        return MeasuredApplication.series(later).stream()
                .map(
                        line ->
                                line.replaceAll("\\{(call|permit|key)}", "$1s")
                                        .replace(" s ", " seconds "))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
