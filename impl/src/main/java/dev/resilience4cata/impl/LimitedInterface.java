// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.annotation.RateLimiter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the limits of an interface by reflection, those that it inherits among them. Not safe for
 * use by several threads.
 */
final class LimitedInterface {

    private final Class<?> type;
    private final Set<Class<?>> supertypes = new LinkedHashSet<>();

    /** What the type variables of the interfaces stand for. */
    private final TypeArguments arguments = new TypeArguments();

    /** How a class that implements the interface would erase each method. */
    private final Map<ErasedMethod, ErasedMethod> implementations = new HashMap<>();

    private final Map<ErasedMethod, PromisedLimits<Class<?>>> limits = new HashMap<>();
    private final Problems problems = new Problems();

    private LimitedInterface(Class<?> type) {
        this.type = type;
        collect(type);
        supertypes.forEach(this::read);
    }

    /**
     * The limited methods in the order of their ids, each with what it declares; bridges and the
     * methods that the limited ones override among them.
     *
     * @throws dev.resilience4cata.ResilienceException with all that is wrong
     */
    static Map<LimiterDeclaration, List<Method>> declarations(Class<?> type) {
        return new LimitedInterface(type).declarations();
    }

    private Map<LimiterDeclaration, List<Method>> declarations() {
        Map<ErasedMethod, LimiterDeclaration> declarations = new HashMap<>();
        limits.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(ErasedMethod::toString)))
                .forEach(
                        each ->
                                declarations.put(
                                        each.getKey(),
                                        declaration(each.getKey(), each.getValue())));
        problems.throwIfAny();
        Map<LimiterDeclaration, List<Method>> methods = new LinkedHashMap<>();
        declarations.values().stream()
                .sorted(Comparator.comparing(LimiterDeclaration::id))
                .forEach(declaration -> methods.put(declaration, new ArrayList<>()));
        for (Method method : methods()) {
            ErasedMethod implementation = implementations.get(ErasedMethod.of(method));
            LimiterDeclaration declaration =
                    implementation == null ? null : declarations.get(implementation);
            if (declaration != null && !Modifier.isStatic(method.getModifiers())) {
                methods.computeIfAbsent(declaration, any -> new ArrayList<>()).add(method);
            }
        }
        return methods;
    }

    private LimiterDeclaration declaration(ErasedMethod method, PromisedLimits<Class<?>> promised) {
        promised.conflict(
                        method.id(type),
                        "Put the annotation that holds on the method of " + type.getName() + ".")
                .ifPresent(text -> problems.add(ErrorCode.INTERFACE_CONFLICT, text));
        PromisedLimits.Source<Class<?>> nearest = promised.nearest();
        String place = nearest.onMethod() ? nearest.id() : nearest.type().getName();
        return nearest.limit().declaration(nearest.id(), place, problems);
    }

    /** A proxy knows equals, hashCode and toString as methods of Object. */
    private List<Method> methods() {
        List<Method> methods = new ArrayList<>(List.of(type.getMethods()));
        methods.addAll(List.of(Object.class.getMethods()));
        return methods;
    }

    private void collect(Class<?> supertype) {
        if (supertypes.add(supertype)) {
            for (Type each : supertype.getGenericInterfaces()) {
                arguments.add(each);
            }
            for (Class<?> each : supertype.getInterfaces()) {
                collect(each);
            }
        }
    }

    private void read(Class<?> supertype) {
        @Nullable RateLimiter onType = supertype.getDeclaredAnnotation(RateLimiter.class);
        for (Method method : supertype.getDeclaredMethods()) {
            @Nullable RateLimiter onMethod = method.getDeclaredAnnotation(RateLimiter.class);
            if (!method.isSynthetic() && isPromise(method)) {
                implementations.put(ErasedMethod.of(method), arguments.implementation(method));
                if (onMethod != null) {
                    add(method, supertype, onMethod, true);
                }
            } else if (!method.isSynthetic() && onMethod != null) {
                String modifier = Modifier.isStatic(method.getModifiers()) ? "static" : "private";
                problems.add(
                        ErrorCode.NOT_INTERCEPTABLE,
                        Misplaced.method(
                                ErasedMethod.of(method).id(supertype),
                                "the method is " + modifier));
            }
        }
        if (onType != null) {
            for (Method method : supertype.getMethods()) {
                if (!method.isSynthetic()
                        && isPromise(method)
                        && method.getDeclaredAnnotation(RateLimiter.class) == null) {
                    add(method, supertype, onType, false);
                }
            }
        }
    }

    private void add(Method method, Class<?> carrier, RateLimiter annotation, boolean onMethod) {
        limits.computeIfAbsent(
                        arguments.implementation(method),
                        any -> new PromisedLimits<>((a, b) -> a != b && b.isAssignableFrom(a)))
                .add(
                        new PromisedLimits.Source<>(
                                LimitText.of(annotation),
                                carrier,
                                ErasedMethod.of(method).id(carrier),
                                onMethod));
    }

    private static boolean isPromise(Method method) {
        return Modifier.isAbstract(method.getModifiers()) || method.isDefault();
    }
}
