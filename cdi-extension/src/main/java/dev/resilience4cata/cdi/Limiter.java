// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which limiter a {@link dev.resilience4cata.RateLimiterHandle} is injected for. An id that no
 * limiter of the deployment has is an error of the deployment (R4C-REG-009).
 */
@Documented
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE})
public @interface Limiter {

    /**
     * The instance id of the limiter.
     *
     * @return a name, or {@code <type>#<method>(<parameter types>)}
     */
    String value();

    /** The qualifier for a look-up in code. Immutable, so safe to share between threads. */
    final class Literal extends AnnotationLiteral<Limiter> implements Limiter {

        private static final long serialVersionUID = 1L;

        private final String value;

        private Literal(String value) {
            this.value = value;
        }

        /**
         * The qualifier of one limiter.
         *
         * @param instanceId the instance id of the limiter
         * @return a literal
         */
        public static Literal of(String instanceId) {
            return new Literal(instanceId);
        }

        @Override
        public String value() {
            return value;
        }
    }
}
