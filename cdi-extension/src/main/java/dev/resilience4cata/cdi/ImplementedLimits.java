// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimitText;
import dev.resilience4cata.impl.PromisedLimits;
import dev.resilience4cata.impl.TypeArguments;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits that a class has from what it implements: annotations on interfaces, on their methods,
 * and on abstract methods of its superclasses, none of which a container inherits. Not safe for use
 * by several threads.
 */
final class ImplementedLimits {

    /** By name, because not every application has them. */
    private static final Set<String> BUSINESS_INTERFACES =
            Set.of("jakarta.ejb.Local", "jakarta.ejb.Remote");

    /**
     * The interface or the abstract class that carries a limit.
     *
     * @param annotation for beans, which get a copy
     */
    record Carrier(Class<?> type, RateLimiter annotation) {

        private boolean extending(Carrier other) {
            return type != other.type && other.type.isAssignableFrom(type);
        }
    }

    /** A limited method as its type declares it. */
    private record Declared(Method method, RateLimiter annotation, boolean onMethod) {}

    private final CarriedLimits annotations;

    /** The limits of each supertype that was looked at; most have none. */
    private final Map<Class<?>, List<Declared>> byType = new HashMap<>();

    ImplementedLimits(CarriedLimits annotations) {
        this.annotations = annotations;
    }

    /** The limits of the methods of a class for which neither the class nor the method has one. */
    Map<ErasedMethod, PromisedLimits<Carrier>> of(AnnotatedType<?> type) {
        List<Class<?>> limiting = new ArrayList<>();
        for (Class<?> supertype : supertypes(type)) {
            if (!declared(supertype).isEmpty()) {
                limiting.add(supertype);
            }
        }
        if (limiting.isEmpty() || annotations.find(type.getAnnotations()) != null) {
            return Map.of(); // almost always
        }
        TypeArguments arguments = new TypeArguments();
        type.getTypeClosure().forEach(arguments::add);
        Map<ErasedMethod, PromisedLimits<Carrier>> limits = new HashMap<>();
        for (Class<?> supertype : limiting) {
            for (Declared declared : declared(supertype)) {
                ErasedMethod implementation = arguments.implementation(declared.method);
                String id =
                        supertype.isInterface()
                                ? ErasedMethod.of(declared.method).id(supertype)
                                : implementation.id(type.getJavaClass());
                limits.computeIfAbsent(
                                implementation, key -> new PromisedLimits<>(Carrier::extending))
                        .add(
                                new PromisedLimits.Source<>(
                                        LimitText.of(declared.annotation),
                                        new Carrier(supertype, declared.annotation),
                                        id,
                                        declared.onMethod,
                                        KeySource.parameters(declared.method)));
            }
        }
        for (AnnotatedMethod<?> method : LimitedMethods.visible(type.getMethods())) {
            Method member = method.getJavaMember();
            if (!member.getDeclaringClass().isInterface()
                    && annotations.find(method.getAnnotations()) != null) {
                limits.remove(ErasedMethod.of(member));
            }
        }
        return limits;
    }

    private static Set<Class<?>> supertypes(AnnotatedType<?> type) {
        Set<Class<?>> supertypes = new LinkedHashSet<>();
        for (Class<?> each = type.getJavaClass(); each != null; each = each.getSuperclass()) {
            if (each != type.getJavaClass() && Modifier.isAbstract(each.getModifiers())) {
                supertypes.add(each);
            }
            addInterfaces(each.getInterfaces(), supertypes);
        }
        for (Annotation annotation : type.getAnnotations()) {
            if (BUSINESS_INTERFACES.contains(annotation.annotationType().getName())) {
                addInterfaces(values(annotation), supertypes);
            }
        }
        return supertypes;
    }

    private static void addInterfaces(Class<?>[] interfaces, Set<Class<?>> supertypes) {
        for (Class<?> each : interfaces) {
            if (supertypes.add(each)) {
                addInterfaces(each.getInterfaces(), supertypes);
            }
        }
    }

    private static Class<?>[] values(Annotation businessInterfaces) {
        try {
            return (Class<?>[])
                    businessInterfaces
                            .annotationType()
                            .getMethod("value")
                            .invoke(businessInterfaces);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(businessInterfaces.toString(), e);
        }
    }

    private List<Declared> declared(Class<?> type) {
        List<Declared> known = byType.get(type);
        if (known == null) {
            try {
                known = read(type);
            } catch (LinkageError | TypeNotPresentException e) {
                known = List.of(); // a type of an optional library that is not there
            }
            byType.put(type, known);
        }
        return known;
    }

    private List<Declared> read(Class<?> type) {
        List<Declared> limits = new ArrayList<>();
        @Nullable RateLimiter onType =
                type.isInterface() ? annotations.find(List.of(type.getAnnotations())) : null;
        Method[] methods = onType != null ? type.getMethods() : type.getDeclaredMethods();
        for (Method method : methods) {
            @Nullable RateLimiter onMethod = annotations.find(List.of(method.getAnnotations()));
            RateLimiter annotation = onMethod != null ? onMethod : onType;
            boolean ofOther = onMethod != null && method.getDeclaringClass() != type;
            if (annotation != null && !ofOther && isPromise(method)) {
                limits.add(new Declared(method, annotation, onMethod != null));
            }
        }
        return limits;
    }

    /** A concrete method of a class is none: whoever overrides it says what holds. */
    private static boolean isPromise(Method method) {
        return !method.isSynthetic()
                && (Modifier.isAbstract(method.getModifiers()) || method.isDefault());
    }
}
