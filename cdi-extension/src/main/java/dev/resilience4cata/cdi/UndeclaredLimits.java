// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.cdi.ResolvedLimits.Limit;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimitText;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.Problems;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits of calls of which nothing was known at deployment: those of what an {@code
 * InterceptionFactory} made, or of what only the container knows to carry a limit. Safe for use by
 * several threads.
 *
 * @param limits finds annotations
 * @param resolvers decide the values
 */
record UndeclaredLimits(CarriedLimits limits, ModuleResolvers resolvers) {

    /** Where Weld and ArC put the bindings of a call, those that were added later among them. */
    private static final List<String> BINDINGS =
            List.of("org.jboss.weld.interceptor.bindings", "io.quarkus.arc.interceptorBindings");

    /**
     * The limit of a call.
     *
     * @param type the class of the object
     * @return null if the method was intercepted because it may have had a limit
     * @throws ResilienceException R4C-CDI-005 if no annotation is to be seen
     */
    @Nullable Limit of(Class<?> type, InvocationContext call) {
        Method method = call.getMethod();
        String id = ErasedMethod.of(method).id(type);
        RateLimiter annotation = annotation(type, call);
        if (annotation == null) {
            throw new ResilienceException(
                    ErrorCode.NOT_DECLARED,
                    id
                            + ": the call is intercepted, but no @RateLimiter is to be seen. Put"
                            + " the annotation on the class or the method.");
        }
        if (annotation.name().equals(ImplementationMarks.NAME)) {
            return null;
        }
        Problems problems = new Problems();
        LimiterDefinition definition =
                resolvers
                        .resolver(resolvers.module(type))
                        .resolve(LimitText.of(annotation).declaration(id, id, problems), problems);
        if (definition == null) {
            throw problems.asException().orElseThrow();
        }
        problems.throwIfAny();
        return new Limit(
                definition,
                CallStyle.of(method, Set.of(), true),
                new KeySource(KeySource.parameters(method), annotation.keyedBy()));
    }

    private @Nullable RateLimiter annotation(Class<?> type, InvocationContext call) {
        for (Collection<Annotation> annotations :
                List.of(
                        bindings(call),
                        List.of(call.getMethod().getAnnotations()),
                        List.of(type.getAnnotations()))) {
            RateLimiter found = limits.find(annotations);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // that is what they put there
    private static Collection<Annotation> bindings(InvocationContext call) {
        for (String key : BINDINGS) {
            if (call.getContextData().get(key) instanceof Collection<?> bindings) {
                return (Collection<Annotation>) bindings;
            }
        }
        return List.of();
    }
}
