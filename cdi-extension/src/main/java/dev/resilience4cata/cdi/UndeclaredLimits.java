// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.cdi.ResolvedLimits.Limit;
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
 * InterceptionFactory} made. Safe for use by several threads.
 *
 * @param limits finds annotations
 * @param resolvers decide the values
 */
record UndeclaredLimits(CarriedLimits limits, ModuleResolvers resolvers) {

    /** Where Weld puts the bindings of a call, those that were added to the factory among them. */
    private static final String BINDINGS = "org.jboss.weld.interceptor.bindings";

    /**
     * The limit of a call.
     *
     * @param type the class of the object
     * @throws ResilienceException R4C-CDI-005 if no annotation is to be seen
     */
    Limit of(Class<?> type, InvocationContext call) {
        Method method = call.getMethod();
        String id = MethodKey.of(method).id(type);
        RateLimiter annotation = annotation(type, call);
        if (annotation == null) {
            throw new ResilienceException(
                    ErrorCode.NOT_DECLARED,
                    id
                            + ": the call is intercepted, but no @RateLimiter is to be seen. Put"
                            + " the annotation on the class or the method.");
        }
        Problems problems = new Problems();
        LimiterDefinition definition =
                resolvers
                        .resolver(type.getClassLoader())
                        .resolve(
                                AnnotationReader.declaration(annotation, id, id, problems),
                                problems);
        if (definition == null) {
            throw problems.asException().orElseThrow();
        }
        problems.throwIfAny();
        return new Limit(definition, CallStyle.of(method, Set.of(), true));
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

    @SuppressWarnings("unchecked") // that is what Weld puts there
    private static Collection<Annotation> bindings(InvocationContext call) {
        return call.getContextData().get(BINDINGS) instanceof Collection<?> bindings
                ? (Collection<Annotation>) bindings
                : List.of();
    }
}
