// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/** Of our listeners, so that an application that injects its own one gets that. */
@Qualifier
@Retention(RUNTIME)
@Target(TYPE)
@interface OfTelemetry {

    /** The annotation as an object. */
    final class Literal extends AnnotationLiteral<OfTelemetry> implements OfTelemetry {

        static final Literal INSTANCE = new Literal();
        private static final long serialVersionUID = 1L;
    }
}
