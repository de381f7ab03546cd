// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Unusual values that are valid, in "annotation and properties alike" (api.md, C10). */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class ValueSpellingTest {
    @Deployment
    static WebArchive application() {
        // The properties end with blanks, which a properties file keeps.
        return Archives.war(
                """
                resilience4cata.instances.blanks-property.rateLimiter.permits = 7\\u0020
                resilience4cata.instances.blanks-property.rateLimiter.period = 2m\\u0020
                resilience4cata.instances.blanks-property.rateLimiter.maxWait = \\u00200\\u0020
                resilience4cata.instances.blanks-property.rateLimiter.enabled = false\\u0020
                resilience4cata.instances.iso-property.rateLimiter.period = PT0.5S
                resilience4cata.instances.iso-property.rateLimiter.maxWait = P1DT2H
                resilience4cata.instances.large-property.rateLimiter.permits = 2147483647
                resilience4cata.instances.large-property.rateLimiter.period = 106751d
                resilience4cata.instances.large-property.rateLimiter.burst = 1
                resilience4cata.instances.large-property.rateLimiter.maxWait = \
                99999999999999999999999h
                resilience4cata.instances.units-property.rateLimiter.period = 90000000000ns
                resilience4cata.instances.units-property.rateLimiter.maxWait = 1500us
                """,
                Limited.class);
    }

    @ApplicationScoped
    static class Limited {
        @RateLimiter(name = " blanks-annotation ", permits = 7, period = " 2m ", maxWait = " 0\t")
        void blanksInAnAnnotation() {}

        @RateLimiter(name = "blanks-property")
        void blanksInAProperty() {}

        @RateLimiter(name = "iso-annotation", period = "PT0.5S", maxWait = "P1DT2H")
        void isoInAnAnnotation() {}

        @RateLimiter(name = "iso-property")
        void isoInAProperty() {}

        @RateLimiter(
                name = "large-annotation",
                permits = Integer.MAX_VALUE,
                period = "106751d",
                burst = 1,
                maxWait = "99999999999999999999999h")
        void largeInAnAnnotation() {}

        @RateLimiter(name = "large-property")
        void largeInAProperty() {}

        @RateLimiter(name = "units-annotation", period = "90000000000ns", maxWait = "1500us")
        void unitsInAnAnnotation() {}

        @RateLimiter(name = "units-property")
        void unitsInAProperty() {}
    }

    @Inject ResilienceRegistry registry;

    private RateLimiterSnapshot limiter(String id) {
        return registry.rateLimiter(id).snapshot();
    }

    /** api.md: "Surrounding blanks are trimmed." */
    @Test
    void ignoresBlanksAroundAValue() {
        for (String place : new String[] {"annotation", "property"}) {
            RateLimiterSnapshot limiter = limiter("blanks-" + place);
            assertEquals(7, limiter.permits(), place);
            assertEquals(Duration.ofMinutes(2), limiter.period(), place);
            assertEquals(Duration.ZERO, limiter.maxWait(), place);
            assertEquals(place.equals("annotation"), limiter.enabled(), place);
        }
    }

    /** api.md: durations may be "ISO-8601 (PT0.5S)". */
    @Test
    void readsIsoDurations() {
        for (String place : new String[] {"annotation", "property"}) {
            RateLimiterSnapshot limiter = limiter("iso-" + place);
            assertEquals(Duration.ofMillis(500), limiter.period(), place);
            assertEquals(Duration.ofHours(26), limiter.maxWait(), place);
        }
    }

    /** api.md: "A value beyond Long.MAX_VALUE ns: for maxWait it saturates" (C06). */
    @Test
    void takesTheLargestValues() {
        for (String place : new String[] {"annotation", "property"}) {
            RateLimiterSnapshot limiter = limiter("large-" + place);
            assertEquals(Integer.MAX_VALUE, limiter.permits(), place);
            assertEquals(Duration.ofDays(106_751), limiter.period(), place);
            assertEquals(1, limiter.burst(), place);
            assertEquals(1, limiter.availablePermits(), place);
            assertEquals(Long.MAX_VALUE, limiter.maxWait().toSeconds(), place);
        }
    }

    /** api.md: "&lt;integer&gt;&lt;unit&gt;". */
    @Test
    void readsUnits() {
        for (String place : new String[] {"annotation", "property"}) {
            RateLimiterSnapshot limiter = limiter("units-" + place);
            assertEquals(Duration.ofSeconds(90), limiter.period(), place);
            assertEquals(Duration.ofNanos(1_500_000), limiter.maxWait(), place);
        }
    }
}
