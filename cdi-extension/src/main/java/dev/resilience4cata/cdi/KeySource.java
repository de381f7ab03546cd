// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Problems;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where the keys of the calls of a method come from. Immutable, so safe to share between threads.
 *
 * @param parameters the positions of the parameters that are keys
 * @param resolver who says the key; {@link KeyResolver} itself: nobody
 */
record KeySource(List<Integer> parameters, Class<? extends KeyResolver> resolver) {

    static final KeySource NONE = new KeySource(List.of(), KeyResolver.class);

    /**
     * The source of a limited method.
     *
     * @param annotation its limit
     * @param promise the method that carries the limit, if the class only implements it
     */
    static KeySource of(
            RateLimiter annotation, AnnotatedMethod<?> method, @Nullable Method promise) {
        List<Integer> parameters =
                method.getParameters().stream()
                        .filter(parameter -> parameter.isAnnotationPresent(RateLimitKey.class))
                        .map(AnnotatedParameter::getPosition)
                        .toList();
        if (parameters.isEmpty() && promise != null) {
            parameters = parameters(promise);
        }
        return of(annotation.keyedBy(), parameters);
    }

    /**
     * The source of a limited method of which the container shows nothing.
     *
     * @param annotation its limit
     */
    static KeySource of(RateLimiter annotation, Method method) {
        return of(annotation.keyedBy(), parameters(method));
    }

    private static KeySource of(Class<? extends KeyResolver> resolver, List<Integer> parameters) {
        return parameters.isEmpty() && resolver == KeyResolver.class
                ? NONE
                : new KeySource(parameters, resolver);
    }

    private static List<Integer> parameters(Method method) {
        Annotation[][] annotations = method.getParameterAnnotations();
        return IntStream.range(0, annotations.length)
                .filter(i -> Arrays.stream(annotations[i]).anyMatch(RateLimitKey.class::isInstance))
                .boxed()
                .toList();
    }

    boolean hasResolver() {
        return resolver != KeyResolver.class;
    }

    /** Says what is wrong with the keys of a method as they stand there. */
    void check(Method method, String id, Problems problems, Problems warnings) {
        if (hasResolver() && !parameters.isEmpty()) {
            problems.add(
                    ErrorCode.KEY_UNUSABLE,
                    LimiterDeclaration.annotation(
                                    "keyedBy = " + resolver.getTypeName() + ".class", id)
                            + ": a parameter has @RateLimitKey too, so there are two keys. Remove"
                            + " one of them.");
        }
        for (int parameter : parameters) {
            Class<?> type = method.getParameterTypes()[parameter];
            if (hasIdentityOnly(type)) {
                warnings.add(
                        ErrorCode.KEY_UNUSABLE,
                        "@RateLimitKey on parameter "
                                + (parameter + 1)
                                + " of "
                                + id
                                + ": "
                                + type.getTypeName()
                                + " has no equals of its own, so each object is a key of its own,"
                                + " and nothing is limited. Use a string, a number or a record.");
            }
        }
    }

    private static boolean hasIdentityOnly(Class<?> type) {
        try {
            return !type.isInterface()
                    && !type.isArray()
                    && !type.isPrimitive()
                    && !type.isEnum()
                    && type != Object.class
                    && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every class has equals", e);
        }
    }
}
