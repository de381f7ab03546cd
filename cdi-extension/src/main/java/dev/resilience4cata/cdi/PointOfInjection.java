// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.lang.reflect.Type;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where an injection point is injected: with it, what makes a bean asks for the place that the bean
 * is made for. The {@code Instance} that comes with a bean cannot be asked everywhere: that of
 * OpenWebBeans has the qualifiers of the bean, and throws where code looks it up. Immutable.
 */
final class PointOfInjection implements InjectionPoint {

    @Override
    public Type getType() {
        return InjectionPoint.class;
    }

    @Override
    public Set<Annotation> getQualifiers() {
        return Set.of(Default.Literal.INSTANCE);
    }

    @Override
    public @Nullable Bean<?> getBean() {
        return null;
    }

    @Override
    public @Nullable Member getMember() {
        return null;
    }

    @Override
    public @Nullable Annotated getAnnotated() {
        return null;
    }

    @Override
    public boolean isDelegate() {
        return false;
    }

    @Override
    public boolean isTransient() {
        return false;
    }
}
