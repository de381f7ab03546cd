// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.impl.ErasedMethod;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Misplaced;
import dev.resilience4cata.impl.Problems;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Warns of the annotation where it can never act, because no container intercepts the objects of a
 * type. Collects what it finds, because a container tells of types in any order. Not safe for use
 * by several threads.
 */
final class UninterceptedTypes {

    private final BeanManager beanManager;
    private final CarriedLimits limits;
    private final Set<String> found = new TreeSet<>();

    /**
     * Begins.
     *
     * @param beanManager knows what a class carries
     * @param limits finds annotations
     */
    UninterceptedTypes(BeanManager beanManager, CarriedLimits limits) {
        this.beanManager = beanManager;
        this.limits = limits;
    }

    /** Reports what was found since the last time. */
    void report(Problems warnings) {
        found.forEach(each -> warnings.add(ErrorCode.NOT_INTERCEPTABLE, each));
        found.clear();
    }

    void warnOfDecorator(AnnotatedType<?> type) {
        warn(type, Misplaced::decorator);
    }

    void warnOfSyntheticBean(Bean<?> bean) {
        Set<Type> types = new LinkedHashSet<>(bean.getTypes());
        types.add(bean.getBeanClass());
        for (Type type : types) {
            if (type instanceof Class<?> each && !each.isArray() && !each.isPrimitive()) {
                warnOfSyntheticBean(each);
            }
        }
    }

    private void warnOfSyntheticBean(Class<?> type) {
        try {
            warn(
                    beanManager.createAnnotatedType(type),
                    place ->
                            LimiterDeclaration.annotation("", place)
                                    + ": an extension makes the bean, and the container does not"
                                    + " intercept it, so no call is limited. Put the annotation on"
                                    + " a bean that calls it, or use a ResilienceRegistry in"
                                    + " code.");
        } catch (LinkageError | TypeNotPresentException e) {
            // It needs a type of an optional library that is not there; nor is its bean used.
            return;
        }
    }

    private void warn(AnnotatedType<?> type, UnaryOperator<String> text) {
        if (limits.find(type.getAnnotations()) != null) {
            found.add(text.apply(type.getJavaClass().getName()));
        }
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (limits.find(method.getAnnotations()) != null) {
                found.add(
                        text.apply(
                                ErasedMethod.of(method.getJavaMember()).id(type.getJavaClass())));
            }
        }
    }
}
