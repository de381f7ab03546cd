// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Stereotype;
import jakarta.inject.Inject;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S30: the limiter's values come from "stereotypes, bindings that carry @RateLimiter" (C32). These
 * are public, because a container may generate code that uses them from elsewhere.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class CarriedAnnotationTest {
    private static final String HERE = CarriedAnnotationTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Metered.class,
                Gold.class,
                Platinum.class,
                ByStereotype.class,
                ByBinding.class);
    }

    /** A stereotype with a limit. */
    @Stereotype
    @ApplicationScoped
    @RateLimiter(permits = 2)
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Metered {}

    /** A binding with a limit. */
    @InterceptorBinding
    @RateLimiter(permits = 3)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Gold {}

    /** A binding with a binding with a limit. */
    @InterceptorBinding
    @Gold
    @Target({ElementType.TYPE, ElementType.METHOD})
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Platinum {}

    @Metered
    static class ByStereotype {
        void call() {}

        @RateLimiter(permits = 4)
        void own() {}
    }

    @ApplicationScoped
    static class ByBinding {
        @Gold
        void gold() {}

        @Platinum
        void platinum() {}

        @Platinum
        @RateLimiter(permits = 4)
        void own() {}

        void none() {}
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject ByStereotype byStereotype;
    @Inject ByBinding byBinding;

    /** Situation 18. */
    @Test
    void takesTheValuesOfAStereotype() {
        assertEquals(2, Calls.burst(clock, byStereotype::call));
    }

    /** Situation 19. */
    @Test
    void takesTheValuesOfABindingThatCarriesTheAnnotation() {
        assertEquals(3, Calls.burst(clock, byBinding::gold));
        assertEquals(3, Calls.burst(clock, byBinding::platinum));
    }

    /** What stands on the element itself is nearer than what something on it carries. */
    @Test
    void prefersTheAnnotationOfTheElement() {
        assertEquals(4, Calls.burst(clock, byStereotype::own));
        assertEquals(4, Calls.burst(clock, byBinding::own));
    }

    /** S29: no limiter is created where the annotation does not act. */
    @Test
    void createsTheLimitersThatTheMetadataAsksFor() {
        assertEquals(
                List.of(
                        HERE + "$ByBinding#gold()",
                        HERE + "$ByBinding#own()",
                        HERE + "$ByBinding#platinum()",
                        HERE + "$ByStereotype#call()",
                        HERE + "$ByStereotype#own()"),
                LimiterIds.of(registry));
    }
}
