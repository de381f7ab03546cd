// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Problems;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static final Comparator<MethodKey> BY_NAME =
            Comparator.comparing(MethodKey::name).thenComparing(MethodKey::toString);

    private final BeanManager beanManager;
    private final Problems problems;
    private final Problems warnings;

    LimitedMethods(BeanManager beanManager, Problems problems, Problems warnings) {
        this.beanManager = beanManager;
        this.problems = problems;
        this.warnings = warnings;
    }

    /** The limited methods of a bean class; for most classes there are none. */
    List<LimitedMethod> of(Class<?> beanClass, AnnotatedType<?> type, boolean session) {
        @Nullable RateLimiter onType = AnnotationReader.find(type.getAnnotations(), beanManager);
        List<LimitedMethod> limited = new ArrayList<>();
        for (AnnotatedMethod<?> method : visible(type.getMethods())) {
            @Nullable RateLimiter onMethod =
                    AnnotationReader.find(method.getAnnotations(), beanManager);
            MethodKey key = MethodKey.of(method.getJavaMember());
            String id = key.id(beanClass);
            if (onMethod != null && checkInterceptable(method, id)) {
                limited.add(limited(type, method, session, onMethod, id, id));
            } else if (onMethod == null && onType != null && isBusinessMethod(method)) {
                limited.add(limited(type, method, session, onType, id, beanClass.getName()));
            }
        }
        return limited;
    }

    private LimitedMethod limited(
            AnnotatedType<?> type,
            AnnotatedMethod<?> annotated,
            boolean session,
            RateLimiter annotation,
            String id,
            String place) {
        Method method = annotated.getJavaMember();
        CallStyle.unsupported(method)
                .ifPresent(
                        what ->
                                warnings.add(
                                        ErrorCode.SYNCHRONOUS_ONLY,
                                        LimiterDeclaration.place("", id)
                                                + ": "
                                                + what
                                                + " is called synchronously: a call waits on the"
                                                + " calling thread, and a rejection is thrown."
                                                + " Return CompletionStage or CompletableFuture"
                                                + " for waits that block no thread."));
        Set<String> annotations =
                Stream.concat(type.getAnnotations().stream(), annotated.getAnnotations().stream())
                        .map(each -> each.annotationType().getName())
                        .collect(Collectors.toSet());
        return new LimitedMethod(
                MethodKey.of(method),
                AnnotationReader.declaration(annotation, id, place, problems),
                CallStyle.of(method, annotations, session));
    }

    /**
     * Without bridges and without what a subclass overrides: its annotations count, not theirs.
     * Sorted, so that a refused deployment reads the same each time.
     */
    private static List<AnnotatedMethod<?>> visible(
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
        return visible.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(BY_NAME))
                .<AnnotatedMethod<?>>map(Map.Entry::getValue)
                .toList();
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
