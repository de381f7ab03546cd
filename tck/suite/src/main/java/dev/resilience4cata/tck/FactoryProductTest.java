// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The annotation on the class of what a producer returns (situation 28). */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class FactoryProductTest {
    private static final String HERE = FactoryProductTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.instances.turn.rateLimiter.permits = 4",
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Press.class,
                Book.class,
                Novel.class);
    }

    /** No bean by itself. */
    static class Book {
        @RateLimiter(permits = 2)
        public void open() {}

        @RateLimiter(name = "turn", permits = 1)
        public void turn() {}

        public void close() {}
    }

    /** Inherits what is limited. */
    static class Novel extends Book {}

    @ApplicationScoped
    static class Press {
        @Produces
        @Dependent
        @Named("intercepted")
        Book intercepted(InterceptionFactory<Book> factory) {
            return factory.createInterceptedInstance(new Book());
        }

        @Produces
        @Dependent
        @Named("novel")
        Novel novel(InterceptionFactory<Novel> factory) {
            return factory.createInterceptedInstance(new Novel());
        }

        @Produces
        @Dependent
        @Named("plain")
        Book plain() {
            return new Book();
        }

        /** Has the name of a method of what is produced, and no limit. */
        public void open() {}
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;

    @Inject
    @Named("intercepted")
    Instance<Book> intercepted;

    @Inject
    @Named("novel")
    Novel novel;

    @Inject
    @Named("plain")
    Book plain;

    /** S20: one limiter for all that a factory made of one class. */
    @Test
    void limitsWhatAnInterceptionFactoryMakes() {
        assertEquals(2, Calls.burst(clock, () -> intercepted.get().open()));
        Calls.pass(() -> intercepted.get().close());

        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> intercepted.get().open());
        assertEquals(HERE + "$Book#open()", rejection.instanceId());
    }

    /** The id has the class of the object, as it has the class of a bean. */
    @Test
    void hasAnotherLimiterForAnotherClass() {
        Calls.burst(clock, () -> intercepted.get().open());
        assertEquals(2, Calls.untilRejected(novel::open));

        assertEquals(
                List.of(HERE + "$Book#open()", HERE + "$Novel#open()"),
                LimiterIds.of(registry).stream().filter(id -> id.endsWith("#open()")).toList());
    }

    /** Properties count as for a bean. */
    @Test
    void takesTheValuesOfProperties() {
        assertEquals(4, Calls.burst(clock, () -> intercepted.get().turn()));
    }

    /** What a producer made without a factory passes no interceptor. */
    @Test
    void doesNotLimitWhatAProducerMakesByItself() {
        Calls.pass(plain::open);
    }
}
