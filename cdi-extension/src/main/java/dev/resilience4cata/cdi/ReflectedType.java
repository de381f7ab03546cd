// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.ErasedMethod;
import jakarta.enterprise.inject.spi.AnnotatedConstructor;
import jakarta.enterprise.inject.spi.AnnotatedField;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A class as it is compiled, in the form in which a full container shows its metadata: what limits
 * are read from, which are methods, those of superclasses and default ones among them, and
 * annotations. It has no fields and no constructors. Immutable.
 */
final class ReflectedType<X> extends ReflectedElement implements AnnotatedType<X> {

    private final Class<X> type;
    private final Map<ErasedMethod, RateLimiter> implemented;

    /**
     * Shows a class.
     *
     * @param implemented the limits that its methods carry besides their own
     */
    ReflectedType(Class<X> type, Map<ErasedMethod, RateLimiter> implemented) {
        super(type, type, Optional.empty());
        this.type = type;
        this.implemented = implemented;
    }

    @Override
    public Class<X> getJavaClass() {
        return type;
    }

    @Override
    public Set<AnnotatedMethod<? super X>> getMethods() {
        return hierarchy()
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(each -> !each.getDeclaringClass().isInterface() || each.isDefault())
                .map(this::method)
                .collect(Collectors.toSet());
    }

    private AnnotatedMethod<X> method(Method method) {
        Optional<RateLimiter> added =
                method.isSynthetic()
                        ? Optional.empty()
                        : Optional.ofNullable(implemented.get(ErasedMethod.of(method)));
        return new ReflectedMethod<>(this, method, added);
    }

    /** The type arguments are those that subclasses give, which may be variables themselves. */
    @Override
    public Set<Type> getTypeClosure() {
        Set<Type> closure = new HashSet<>();
        hierarchy()
                .forEach(
                        each -> {
                            closure.add(each);
                            Stream.concat(
                                            Stream.ofNullable(each.getGenericSuperclass()),
                                            Arrays.stream(each.getGenericInterfaces()))
                                    .filter(ParameterizedType.class::isInstance)
                                    .forEach(closure::add);
                        });
        return closure;
    }

    private Stream<Class<?>> hierarchy() {
        Set<Class<?>> found = new LinkedHashSet<>();
        addHierarchy(type, found);
        return found.stream();
    }

    private static void addHierarchy(@Nullable Class<?> type, Set<Class<?>> found) {
        if (type != null && type != Object.class && found.add(type)) {
            addHierarchy(type.getSuperclass(), found);
            for (Class<?> each : type.getInterfaces()) {
                addHierarchy(each, found);
            }
        }
    }

    @Override
    public Set<AnnotatedConstructor<X>> getConstructors() {
        return Set.of();
    }

    @Override
    public Set<AnnotatedField<? super X>> getFields() {
        return Set.of();
    }
}
