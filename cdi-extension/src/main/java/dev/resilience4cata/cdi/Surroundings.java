// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import static java.util.Objects.requireNonNull;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * What else stands on a limited method and its class. Immutable, so safe to share between threads.
 *
 * @param annotations by the names of their types; those of the method win
 * @param validated whether its parameters or its result have constraints
 * @param stage whether it returns a {@code CompletionStage}
 */
record Surroundings(Map<String, Annotation> annotations, boolean validated, boolean stage) {

    /** By name, because not every application has Jakarta Validation. */
    private static final Set<String> CONSTRAINTS =
            Set.of("jakarta.validation.Constraint", "jakarta.validation.Valid");

    static Surroundings of(AnnotatedType<?> type, AnnotatedMethod<?> method) {
        Map<String, Annotation> annotations = new HashMap<>();
        for (Annotation each : type.getAnnotations()) {
            annotations.put(each.annotationType().getName(), each);
        }
        for (Annotation each : method.getAnnotations()) {
            annotations.put(each.annotationType().getName(), each);
        }
        boolean validated = isConstrained(method.getAnnotations());
        for (AnnotatedParameter<?> parameter : method.getParameters()) {
            validated |= isConstrained(parameter.getAnnotations());
        }
        boolean stage =
                CompletionStage.class.isAssignableFrom(method.getJavaMember().getReturnType());
        return new Surroundings(Map.copyOf(annotations), validated, stage);
    }

    private static boolean isConstrained(Collection<Annotation> annotations) {
        for (Annotation annotation : annotations) {
            if (isConstraint(annotation)) {
                return true;
            }
            for (Annotation meta : annotation.annotationType().getAnnotations()) {
                if (isConstraint(meta)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isConstraint(Annotation annotation) {
        return CONSTRAINTS.contains(annotation.annotationType().getName());
    }

    boolean has(String annotation) {
        return annotations.containsKey(annotation);
    }

    /** An attribute of an annotation that is there, by reflection. */
    Object attribute(String annotation, String name) {
        Annotation found = requireNonNull(annotations.get(annotation));
        try {
            return found.annotationType().getMethod(name).invoke(found);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(found + " has no " + name, e);
        }
    }
}
