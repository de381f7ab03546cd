// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The limiter is outside of Jakarta Validation (4800). */
@Tag("validation")
@ExtendWith(ArquillianExtension.class)
class ValidationTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, Brief.class, BriefValidator.class, Search.class);
    }

    /** Called by the container. */
    @Constraint(validatedBy = BriefValidator.class)
    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Brief {
        /** What is wrong. */
        String message() default "too long";

        /** Not used. */
        Class<?>[] groups() default {};

        /** Not used. */
        Class<? extends Payload>[] payload() default {};
    }

    /** Called by the container. */
    public static class BriefValidator implements ConstraintValidator<Brief, String> {
        static final AtomicInteger VALIDATED = new AtomicInteger();

        @Override
        public boolean isValid(String text, ConstraintValidatorContext context) {
            VALIDATED.incrementAndGet();
            return text.length() < 10;
        }
    }

    @ApplicationScoped
    static class Search {
        @RateLimiter(name = "search", permits = 3, period = "3h")
        String search(@Brief String query) {
            return "results for " + query;
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Search search;

    /**
     * F11: "an invalid argument costs a permit, and a rejected call costs no validation": a valid
     * call and two invalid ones take three permits, and the fourth call is not looked at.
     */
    @Test
    void takesAPermitBeforeTheArgumentsAreValidated() {
        clock.advance(Duration.ofDays(1));
        int before = BriefValidator.VALIDATED.get();
        assertEquals("results for brief", search.search("brief"));
        assertThrows(ConstraintViolationException.class, () -> search.search("a long text"));
        assertEquals(1, registry.rateLimiter("search").availablePermits());
        assertThrows(ConstraintViolationException.class, () -> search.search("a long text"));

        assertThrows(RateLimitExceededException.class, () -> search.search("a long text"));

        assertEquals(before + 3, BriefValidator.VALIDATED.get());
    }
}
