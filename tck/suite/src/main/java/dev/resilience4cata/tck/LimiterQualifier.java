// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.build.compatible.spi.AnnotationBuilder;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.FieldConfig;
import jakarta.enterprise.inject.build.compatible.spi.SkipIfPortableExtensionPresent;
import jakarta.enterprise.inject.spi.AnnotatedField;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import jakarta.enterprise.inject.spi.configurator.AnnotatedFieldConfigurator;
import jakarta.enterprise.lang.model.AnnotationInfo;
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

    /** Called by containers that take no portable extensions. Does the same. */
    @SkipIfPortableExtensionPresent(LimiterQualifier.class)
    public static class Lite implements BuildCompatibleExtension {

        /**
         * Called by the container.
         *
         * @param type a class that has such a field
         */
        @Enhancement(types = Object.class, withSubtypes = true, withAnnotations = Of.class)
        public void qualify(ClassConfig type) throws ClassNotFoundException {
            Class<? extends Annotation> limiter = type();
            for (FieldConfig field : type.fields()) {
                AnnotationInfo of = field.info().annotation(Of.class);
                if (of != null) {
                    field.addAnnotation(
                            AnnotationBuilder.of(limiter).value(of.value().asString()).build());
                }
            }
        }
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

    private static Class<? extends Annotation> type() throws ClassNotFoundException {
        return Class.forName("dev.resilience4cata.cdi.Limiter").asSubclass(Annotation.class);
    }

    private static Annotation limiter(String id) {
        try {
            Class<? extends Annotation> qualifier = type();
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
