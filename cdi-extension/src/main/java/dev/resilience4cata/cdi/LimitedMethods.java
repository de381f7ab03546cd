// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Problems;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the limited methods of a bean class, from the container's metadata, in which other
 * extensions may have added and removed annotations.
 */
final class LimitedMethods {

    /** By name, because not every application has all of these types. */
    private static final Set<String> CALLBACKS =
            Set.of(
                    "jakarta.annotation.PostConstruct",
                    "jakarta.annotation.PreDestroy",
                    "jakarta.ejb.PostActivate",
                    "jakarta.ejb.PrePassivate",
                    "jakarta.ejb.AfterBegin",
                    "jakarta.ejb.BeforeCompletion",
                    "jakarta.ejb.AfterCompletion",
                    "jakarta.inject.Inject",
                    "jakarta.interceptor.AroundConstruct",
                    "jakarta.interceptor.AroundInvoke",
                    "jakarta.interceptor.AroundTimeout");

    private final BeanManager beanManager;
    private final Problems problems;
    private final Problems warnings;

    LimitedMethods(BeanManager beanManager, Problems problems, Problems warnings) {
        this.beanManager = beanManager;
        this.problems = problems;
        this.warnings = warnings;
    }

    /** The declarations of a bean class by method; empty for most classes. */
    Map<MethodKey, LimiterDeclaration> of(Class<?> beanClass, AnnotatedType<?> type) {
        @Nullable RateLimiter onType = AnnotationReader.find(type.getAnnotations(), beanManager);
        Map<MethodKey, LimiterDeclaration> declarations = new HashMap<>();
        for (AnnotatedMethod<?> method : visible(type.getMethods())) {
            @Nullable RateLimiter onMethod =
                    AnnotationReader.find(method.getAnnotations(), beanManager);
            MethodKey key = MethodKey.of(method.getJavaMember());
            String id = key.id(beanClass);
            if (onMethod != null && checkInterceptable(method, id)) {
                declarations.put(key, AnnotationReader.declaration(onMethod, id, id, problems));
            } else if (onMethod == null && onType != null && isBusinessMethod(method)) {
                declarations.put(
                        key,
                        AnnotationReader.declaration(onType, id, beanClass.getName(), problems));
            }
        }
        return declarations;
    }

    /** Without bridges and without what a subclass overrides: its annotations count, not theirs. */
    private static Collection<AnnotatedMethod<?>> visible(
            Collection<? extends AnnotatedMethod<?>> methods) {
        Map<MethodKey, AnnotatedMethod<?>> visible = new HashMap<>();
        for (AnnotatedMethod<?> method : methods) {
            if (!method.getJavaMember().isSynthetic()) {
                visible.merge(
                        MethodKey.of(method.getJavaMember()),
                        method,
                        (a, b) -> declaredBelow(a, b) ? a : b);
            }
        }
        return visible.values();
    }

    private static boolean declaredBelow(AnnotatedMethod<?> a, AnnotatedMethod<?> b) {
        return b.getJavaMember()
                .getDeclaringClass()
                .isAssignableFrom(a.getJavaMember().getDeclaringClass());
    }

    private boolean checkInterceptable(AnnotatedMethod<?> method, String id) {
        modifier(method).ifPresent(modifier -> report(problems, id, "the method is " + modifier));
        callback(method)
                .ifPresent(
                        name -> report(warnings, id, "the container calls it because of @" + name));
        return isBusinessMethod(method);
    }

    private static void report(Problems problems, String id, String obstacle) {
        problems.add(
                ErrorCode.NOT_INTERCEPTABLE,
                LimiterDeclaration.place("", id)
                        + ": "
                        + obstacle
                        + ", so no call of it can be limited. Put the annotation on a business"
                        + " method, or use a ResilienceRegistry in code.");
    }

    private static boolean isBusinessMethod(AnnotatedMethod<?> method) {
        return modifier(method).isEmpty()
                && callback(method).isEmpty()
                && method.getJavaMember().getDeclaringClass() != Object.class;
    }

    private static Optional<String> modifier(AnnotatedMethod<?> method) {
        int modifiers = method.getJavaMember().getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            return Optional.of("private");
        }
        return Modifier.isStatic(modifiers) ? Optional.of("static") : Optional.empty();
    }

    private static Optional<String> callback(AnnotatedMethod<?> method) {
        return method.getAnnotations().stream()
                .map(annotation -> annotation.annotationType().getName())
                .filter(CALLBACKS::contains)
                .findFirst();
    }
}
