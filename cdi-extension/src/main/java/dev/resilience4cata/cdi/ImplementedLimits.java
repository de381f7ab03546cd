// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.ErasedMethod;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
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
     * A limit of an implemented method.
     *
     * @param annotation what it says
     * @param type the interface or the abstract class that carries it
     * @param id of the limiter: with that interface, or with the bean class
     * @param method the limited method of that type
     * @param onMethod whether the method itself carries the annotation
     */
    record Source(
            RateLimiter annotation, Class<?> type, String id, Method method, boolean onMethod) {

        /** Whether this one counts and the other does not, being nearer to the bean class. */
        private boolean hides(Source other) {
            return onMethod == other.onMethod
                    ? type != other.type && other.type.isAssignableFrom(type)
                    : onMethod;
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

    /**
     * The limits of the methods of a class for which neither the class nor the method has one; more
     * than one for a method if unrelated interfaces limit it.
     */
    Map<ErasedMethod, List<Source>> of(AnnotatedType<?> type) {
        List<Class<?>> limiting = new ArrayList<>();
        for (Class<?> supertype : supertypes(type)) {
            if (!declared(supertype).isEmpty()) {
                limiting.add(supertype);
            }
        }
        if (limiting.isEmpty() || annotations.find(type.getAnnotations()) != null) {
            return Map.of(); // almost always
        }
        Map<TypeVariable<?>, Type> arguments = arguments(type.getTypeClosure());
        Map<ErasedMethod, List<Source>> sources = new HashMap<>();
        for (Class<?> supertype : limiting) {
            for (Declared declared : declared(supertype)) {
                ErasedMethod implementation = implementation(declared.method, arguments);
                String id =
                        supertype.isInterface()
                                ? ErasedMethod.of(declared.method).id(supertype)
                                : implementation.id(type.getJavaClass());
                add(
                        sources.computeIfAbsent(implementation, key -> new ArrayList<>()),
                        new Source(
                                declared.annotation,
                                supertype,
                                id,
                                declared.method,
                                declared.onMethod));
            }
        }
        for (AnnotatedMethod<?> method : LimitedMethods.visible(type.getMethods())) {
            Method member = method.getJavaMember();
            if (!member.getDeclaringClass().isInterface()
                    && annotations.find(method.getAnnotations()) != null) {
                sources.remove(ErasedMethod.of(member));
            }
        }
        return sources;
    }

    private static void add(List<Source> sources, Source source) {
        if (sources.stream().noneMatch(other -> other.hides(source) || other.equals(source))) {
            sources.removeIf(source::hides);
            sources.add(source);
        }
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

    private static ErasedMethod implementation(
            Method method, Map<TypeVariable<?>, Type> arguments) {
        List<Class<?>> parameters = new ArrayList<>();
        for (Type parameter : method.getGenericParameterTypes()) {
            parameters.add(erasure(parameter, arguments));
        }
        return new ErasedMethod(method.getName(), parameters);
    }

    /** What the type variables of the supertypes stand for. */
    private static Map<TypeVariable<?>, Type> arguments(Set<Type> supertypes) {
        Map<TypeVariable<?>, Type> arguments = new HashMap<>();
        for (Type supertype : supertypes) {
            if (supertype instanceof ParameterizedType parameterized) {
                TypeVariable<?>[] variables =
                        ((Class<?>) parameterized.getRawType()).getTypeParameters();
                for (int i = 0; i < variables.length; i++) {
                    arguments.put(variables[i], parameterized.getActualTypeArguments()[i]);
                }
            }
        }
        return arguments;
    }

    private static Class<?> erasure(Type type, Map<TypeVariable<?>, Type> arguments) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erasure(array.getGenericComponentType(), arguments).arrayType();
        }
        if (type instanceof TypeVariable<?> variable) {
            Type argument = arguments.getOrDefault(variable, variable);
            return erasure(argument.equals(type) ? variable.getBounds()[0] : argument, arguments);
        }
        return erasure(((WildcardType) type).getUpperBounds()[0], arguments);
    }
}
