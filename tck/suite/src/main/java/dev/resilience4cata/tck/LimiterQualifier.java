// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AnnotatedField;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.enterprise.inject.spi.configurator.AnnotatedFieldConfigurator;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Called by the container: puts the qualifier {@code dev.resilience4cata.cdi.Limiter} on the fields
 * that ask for it. The suite is not compiled against the module that has the qualifier, because the
 * implementation under test is in it.
 */
public class LimiterQualifier implements Extension {
    /** Stands for {@code @Limiter("<id>")} on an injected field. */
    @Target(ElementType.FIELD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Of {
        String value();
    }

    void qualify(@Observes @WithAnnotations(Of.class) ProcessAnnotatedType<?> event) {
        event.configureAnnotatedType()
                .filterFields(field -> field.isAnnotationPresent(Of.class))
                .forEach(LimiterQualifier::qualify);
    }

    private static void qualify(AnnotatedFieldConfigurator<?> field) {
        AnnotatedField<?> annotated = field.getAnnotated();
        field.add(limiter(annotated.getAnnotation(Of.class).value()));
    }

    private static Annotation limiter(String id) {
        try {
            Class<?> qualifier = Class.forName("dev.resilience4cata.cdi.Limiter");
            return (Annotation)
                    Proxy.newProxyInstance(
                            qualifier.getClassLoader(),
                            new Class<?>[] {qualifier},
                            (proxy, method, arguments) -> invoke(qualifier, id, method, arguments));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As {@link Annotation} specifies it. */
    private static Object invoke(Class<?> qualifier, String id, Method method, Object[] arguments)
            throws ReflectiveOperationException {
        return switch (method.getName()) {
            case "value" -> id;
            case "annotationType" -> qualifier;
            case "hashCode" -> (127 * "value".hashCode()) ^ id.hashCode();
            case "equals" ->
                    qualifier.isInstance(arguments[0])
                            && id.equals(qualifier.getMethod("value").invoke(arguments[0]));
            default -> "@" + qualifier.getName() + "(\"" + id + "\")";
        };
    }
}
