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

    /**
     * Methods with one limit.
     *
     * @param declaration what the annotation declares
     * @param keys where the keys of their calls come from
     * @param methods the methods, as a proxy knows them
     */
    record Limited(LimiterDeclaration declaration, KeySource keys, List<Method> methods) {}

    /** The interface that carries a limit. */
    private record Carrier(Class<?> type, RateLimiter annotation) {

        boolean extending(Carrier other) {
            return type != other.type && other.type.isAssignableFrom(type);
        }
    }

    private final Class<?> type;
    private final Set<Class<?>> supertypes = new LinkedHashSet<>();

    /** What the type variables of the interfaces stand for. */
    private final TypeArguments arguments = new TypeArguments();

    /** How a class that implements the interface would erase each method. */
    private final Map<ErasedMethod, ErasedMethod> implementations = new HashMap<>();

    private final Map<ErasedMethod, PromisedLimits<Carrier>> promised = new HashMap<>();
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
    static List<Limited> limits(Class<?> type) {
        return new LimitedInterface(type).limits();
    }

    private List<Limited> limits() {
        Map<ErasedMethod, Limited> limited = new HashMap<>();
        promised.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(ErasedMethod::toString)))
                .forEach(
                        each ->
                                limited.put(
                                        each.getKey(), limited(each.getKey(), each.getValue())));
        problems.throwIfAny();
        for (Method method : methods()) {
            ErasedMethod implementation = implementations.get(ErasedMethod.of(method));
            Limited limit = implementation == null ? null : limited.get(implementation);
            if (limit != null && !Modifier.isStatic(method.getModifiers())) {
                limit.methods.add(method);
            }
        }
        return limited.values().stream()
                .sorted(Comparator.comparing(each -> each.declaration.id()))
                .toList();
    }

    private Limited limited(ErasedMethod method, PromisedLimits<Carrier> limits) {
        limits.conflict(
                        method.id(type),
                        "Put the annotation that holds on the method of " + type.getName() + ".")
                .ifPresent(text -> problems.add(ErrorCode.INTERFACE_CONFLICT, text));
        PromisedLimits.Source<Carrier> nearest = limits.nearest();
        String place = nearest.onMethod() ? nearest.id() : nearest.type().type().getName();
        KeySource keys = new KeySource(nearest.keys(), nearest.type().annotation().keyedBy());
        keys.check(method.parameters(), nearest.id(), problems, new Problems());
        if (keys.hasResolver() && !keys.canBeMade()) {
            keys.reportMissing(nearest.id(), problems);
        }
        return new Limited(
                nearest.limit().declaration(nearest.id(), place, problems),
                keys,
                new ArrayList<>());
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
        promised.computeIfAbsent(
                        arguments.implementation(method),
                        any -> new PromisedLimits<>(Carrier::extending))
                .add(
                        new PromisedLimits.Source<>(
                                LimitText.of(annotation),
                                new Carrier(carrier, annotation),
                                ErasedMethod.of(method).id(carrier),
                                onMethod,
                                KeySource.parameters(method)));
    }

    private static boolean isPromise(Method method) {
        return Modifier.isAbstract(method.getModifiers()) || method.isDefault();
    }
}
