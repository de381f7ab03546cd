// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.enterprise.inject.spi.Annotated;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@link ReflectedType} consists of. Immutable. */
abstract class ReflectedElement implements Annotated {

    private final Type type;
    private final Set<Annotation> annotations;

    /**
     * Reads the annotations of an element.
     *
     * @param added one that it has besides, if any
     */
    ReflectedElement(AnnotatedElement element, Type type, Optional<? extends Annotation> added) {
        this.type = type;
        this.annotations =
                Stream.concat(Arrays.stream(element.getAnnotations()), added.stream())
                        .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Type getBaseType() {
        return type;
    }

    @Override
    public Set<Type> getTypeClosure() {
        return Set.of(type);
    }

    @Override
    public Set<Annotation> getAnnotations() {
        return annotations;
    }

    @Override
    public <T extends Annotation> Set<T> getAnnotations(Class<T> annotationType) {
        return annotations.stream()
                .filter(annotationType::isInstance)
                .map(annotationType::cast)
                .collect(Collectors.toSet());
    }

    @Override
    public <T extends Annotation> @Nullable T getAnnotation(Class<T> annotationType) {
        return getAnnotations(annotationType).stream().findFirst().orElse(null);
    }

    @Override
    public boolean isAnnotationPresent(Class<? extends Annotation> annotationType) {
        return getAnnotation(annotationType) != null;
    }
}
