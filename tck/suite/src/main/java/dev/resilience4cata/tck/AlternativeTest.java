// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Situation 33: an alternative is preferred where it is enabled, and what it is preferred to
 * remains a bean. {@link ReplacedBeansTest} has beans that are none any more.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class AlternativeTest {
    private static final String HERE = AlternativeTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Printer.class,
                Plain.class,
                Preferred.class,
                Disabled.class);
    }

    interface Printer {
        void print();
    }

    @ApplicationScoped
    static class Plain implements Printer {
        @Override
        @RateLimiter(permits = 2)
        public void print() {}
    }

    @Alternative
    @Priority(1)
    @ApplicationScoped
    static class Preferred implements Printer {
        @Override
        @RateLimiter(permits = 3)
        public void print() {}
    }

    @Alternative
    @ApplicationScoped
    static class Disabled implements Printer {
        @Override
        @RateLimiter(permits = 0)
        public void print() {}
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Printer printer;
    @Inject Plain plain;

    @Test
    void limitsTheAlternativeThatIsEnabled() {
        assertEquals(3, Calls.burst(clock, printer::print));
    }

    /** Who asks for its class gets it, with a limiter of its own. */
    @Test
    void limitsTheBeanThatTheAlternativeIsPreferredTo() {
        assertEquals(3, Calls.burst(clock, printer::print));
        assertEquals(2, Calls.untilRejected(plain::print));
        assertEquals(2, Calls.burst(clock, plain::print));
        assertEquals(3, Calls.untilRejected(printer::print));
    }

    @Test
    void createsNoLimiterForAnAlternativeThatIsNotEnabled() {
        assertEquals(
                List.of(HERE + "$Plain#print()", HERE + "$Preferred#print()"),
                LimiterIds.of(registry));
    }
}
