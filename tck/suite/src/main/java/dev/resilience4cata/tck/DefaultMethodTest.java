// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Default methods of interfaces. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class DefaultMethodTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                Greeter.class,
                Inheriting.class,
                Overriding.class,
                Polite.class,
                Limited.class,
                Own.class,
                LimitedClass.class);
    }

    interface Greeter {
        @RateLimiter(permits = 2)
        default String greet() {
            return "Hello";
        }

        default String part() {
            return "Bye";
        }
    }

    @ApplicationScoped
    static class Inheriting implements Greeter {}

    @ApplicationScoped
    static class Overriding implements Greeter {
        @Override
        public String greet() {
            return "Good morning";
        }
    }

    @RateLimiter(permits = 3)
    interface Limited {
        default void call() {}
    }

    @ApplicationScoped
    static class Polite implements Limited {}

    interface Own {
        default void inherited() {}
    }

    @ApplicationScoped
    @RateLimiter(permits = 4)
    static class LimitedClass implements Own {
        void own() {}
    }

    @Inject ManualClock clock;
    @Inject Inheriting inheriting;
    @Inject Overriding overriding;
    @Inject Polite polite;
    @Inject LimitedClass limitedClass;

    /** Situation 7. */
    @Test
    void limitsADefaultMethodThatIsNotOverridden() {
        assertEquals(2, Calls.burst(clock, inheriting::greet));
        assertEquals(3, Calls.burst(clock, polite::call));
    }

    /** Situation 7: the annotation of a class is one on each of its methods. */
    @Test
    void limitsADefaultMethodOfALimitedClass() {
        assertEquals(4, Calls.burst(clock, limitedClass::inherited));
    }

    /** Situation 8. */
    @Test
    void limitsAnOverriddenDefaultMethod() {
        assertEquals(2, Calls.burst(clock, overriding::greet));
    }

    @Test
    void limitsNothingElse() {
        Calls.pass(inheriting::part);
        Calls.pass(overriding::part);
    }
}
