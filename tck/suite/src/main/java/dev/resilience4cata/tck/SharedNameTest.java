// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Limiters that several methods share by a name. Names that conflict have a test of their own. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class SharedNameTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                """
                resilience4cata.configs.three.rateLimiter.permits = 3
                resilience4cata.instances.mail.rateLimiter.permits = 4
                """,
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Letters.class,
                Parcels.class,
                Ferry.class);
    }

    @ApplicationScoped
    static class Letters {
        @RateLimiter(name = "post", permits = 3)
        void send() {}

        @RateLimiter(name = "post", permits = 3)
        void answer() {}

        @RateLimiter(name = "mail", permits = 1)
        void mail() {}
    }

    @ApplicationScoped
    static class Parcels {
        @RateLimiter(name = "post", config = "three")
        void send() {}

        @RateLimiter(name = "mail", permits = 2)
        void mail() {}
    }

    @ApplicationScoped
    @RateLimiter(name = "ferry", permits = 5)
    static class Ferry {
        void there() {}

        void back() {}
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Letters letters;
    @Inject Parcels parcels;
    @Inject Ferry ferry;

    /** The page: "Give the methods the same name and they share one limiter". */
    @Test
    void countsTheCallsOfAllMethodsWithTheName() {
        clock.advance(Duration.ofDays(1));
        letters.send();
        letters.answer();
        parcels.send();

        assertTrue(Calls.isRejected(letters::send));
        assertTrue(Calls.isRejected(letters::answer));
        assertTrue(Calls.isRejected(parcels::send));
    }

    /**
     * Situation 1; api.md: "Class-level means one limiter per business method, unless name is set."
     */
    @Test
    void sharesTheNameOfAClassAmongItsMethods() {
        clock.advance(Duration.ofDays(1));
        ferry.back();

        assertEquals(4, Calls.untilRejected(ferry::there));
    }

    /** The page: methods "must resolve to the same configuration", wherever it comes from. */
    @Test
    void acceptsDifferentAnnotationsThatAPropertyMakesEqual() {
        assertEquals(4, Calls.burst(clock, letters::mail));
        assertTrue(Calls.isRejected(parcels::mail));
    }

    /** C27: one limiter for each name, and the name is its id. */
    @Test
    void hasOneLimiterForEachName() {
        assertEquals(List.of("ferry", "mail", "post"), LimiterIds.of(registry));
    }
}
