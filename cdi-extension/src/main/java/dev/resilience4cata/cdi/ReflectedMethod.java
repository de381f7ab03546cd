// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import jakarta.enterprise.inject.spi.AnnotatedCallable;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A method of a {@link ReflectedType}. Immutable. */
final class ReflectedMethod<X> extends ReflectedElement implements AnnotatedMethod<X> {

    private final AnnotatedType<X> type;
    private final Method method;

    ReflectedMethod(AnnotatedType<X> type, Method method, Optional<? extends Annotation> added) {
        super(method, method.getGenericReturnType(), added);
        this.type = type;
        this.method = method;
    }

    @Override
    public Method getJavaMember() {
        return method;
    }

    @Override
    public boolean isStatic() {
        return Modifier.isStatic(method.getModifiers());
    }

    @Override
    public AnnotatedType<X> getDeclaringType() {
        return type;
    }

    @Override
    public List<AnnotatedParameter<X>> getParameters() {
        Parameter[] parameters = method.getParameters();
        return IntStream.range(0, parameters.length)
                .<AnnotatedParameter<X>>mapToObj(i -> new Reflected<>(this, parameters[i], i))
                .toList();
    }

    private static final class Reflected<X> extends ReflectedElement
            implements AnnotatedParameter<X> {

        private final AnnotatedCallable<X> method;
        private final Parameter parameter;
        private final int position;

        Reflected(AnnotatedCallable<X> method, Parameter parameter, int position) {
            super(parameter, parameter.getParameterizedType(), Optional.empty());
            this.method = method;
            this.parameter = parameter;
            this.position = position;
        }

        @Override
        public int getPosition() {
            return position;
        }

        @Override
        public AnnotatedCallable<X> getDeclaringCallable() {
            return method;
        }

        @Override
        public Parameter getJavaParameter() {
            return parameter;
        }
    }
}
