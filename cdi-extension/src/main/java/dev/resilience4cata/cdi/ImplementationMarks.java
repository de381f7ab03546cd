// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.build.compatible.spi.ClassConfig;
import jakarta.enterprise.inject.build.compatible.spi.MethodConfig;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.AnnotationTarget;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.enterprise.lang.model.declarations.ParameterInfo;
import jakarta.enterprise.lang.model.types.Type;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has a container without portable extensions intercept the methods that may have a limit from what
 * they implement. May: with a type variable, more methods are marked than {@link ImplementedLimits}
 * finds when the application runs; these calls just pass.
 */
final class ImplementationMarks {

    /** The name of the limit on a marked method, which nobody else writes. */
    static final String NAME = "resilience4cata:implemented";

    private ImplementationMarks() {}

    /** Whether a limit stands anywhere on a class, its methods, or what it inherits of both. */
    static boolean concern(ClassInfo type) {
        return hierarchy(type).stream().anyMatch(ImplementationMarks::carries)
                || type.methods().stream().anyMatch(ImplementationMarks::carries);
    }

    static void mark(ClassConfig type) {
        ClassInfo info = type.info();
        List<MethodInfo> promises = carries(info) ? List.of() : promises(info);
        if (promises.isEmpty()) {
            return; // almost always
        }
        for (MethodConfig method : type.methods()) {
            MethodInfo implementation = method.info();
            if (!implementation.isAbstract()
                    && !implementation.isStatic()
                    && !carries(implementation)
                    && promises.stream().anyMatch(each -> mayImplement(implementation, each))) {
                method.addAnnotation(new RateLimiterLiteral(NAME));
            }
        }
        if (promises.stream().anyMatch(each -> isInherited(each, info))) {
            type.addAnnotation(new RateLimiterLiteral(NAME));
        }
    }

    /**
     * Whether a class has no method instead of a default one. That needs an annotation on the
     * class: those on default methods mean nothing to ArC before Quarkus issue 53825 was solved.
     */
    private static boolean isInherited(MethodInfo promise, ClassInfo type) {
        return promise.declaringClass().isInterface()
                && !promise.isAbstract()
                && !promise.isStatic()
                && type.methods().stream()
                        .filter(each -> !each.declaringClass().isInterface())
                        .noneMatch(each -> mayImplement(each, promise));
    }

    /** The methods of supertypes that whoever implements them inherits a limit of. */
    private static List<MethodInfo> promises(ClassInfo type) {
        List<MethodInfo> promises = new ArrayList<>();
        for (ClassInfo each : hierarchy(type)) {
            if (each.isInterface() && carries(each)) {
                promises.addAll(each.methods());
            } else {
                each.methods().stream()
                        .filter(method -> method.declaringClass().name().equals(each.name()))
                        .filter(method -> each.isInterface() || method.isAbstract())
                        .filter(ImplementationMarks::carries)
                        .forEach(promises::add);
            }
        }
        return promises;
    }

    private static List<ClassInfo> hierarchy(ClassInfo type) {
        Map<String, ClassInfo> found = new LinkedHashMap<>();
        addHierarchy(type, found);
        return List.copyOf(found.values());
    }

    private static void addHierarchy(@Nullable ClassInfo type, Map<String, ClassInfo> found) {
        if (type != null
                && !type.name().equals(Object.class.getName())
                && found.putIfAbsent(type.name(), type) == null) {
            addHierarchy(type.superClassDeclaration(), found);
            type.superInterfacesDeclarations().forEach(each -> addHierarchy(each, found));
        }
    }

    private static boolean carries(AnnotationTarget element) {
        return carries(element, new HashSet<>());
    }

    private static boolean carries(AnnotationTarget element, Set<String> seen) {
        for (AnnotationInfo annotation : element.annotations()) {
            if (annotation.name().equals(RateLimiter.class.getName())) {
                return true;
            }
            if (seen.add(annotation.name())
                    && (has(annotation.declaration(), Stereotype.class)
                            || has(annotation.declaration(), InterceptorBinding.class))
                    && carries(annotation.declaration(), seen)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(ClassInfo annotation, Class<? extends Annotation> meta) {
        return annotation.hasAnnotation(meta);
    }

    private static boolean mayImplement(MethodInfo implementation, MethodInfo promise) {
        List<ParameterInfo> parameters = implementation.parameters();
        List<ParameterInfo> promised = promise.parameters();
        if (!implementation.name().equals(promise.name()) || parameters.size() != promised.size()) {
            return false;
        }
        for (int i = 0; i < parameters.size(); i++) {
            if (!mayBe(parameters.get(i).type(), promised.get(i).type())) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayBe(Type type, Type promised) {
        if (promised.isTypeVariable()) {
            return !type.isPrimitive();
        }
        if (promised.isArray() && type.isArray()) {
            return mayBe(type.asArray().componentType(), promised.asArray().componentType());
        }
        return erasure(type).equals(erasure(promised));
    }

    private static String erasure(Type type) {
        if (type.isParameterizedType()) {
            return type.asParameterizedType().declaration().name();
        }
        if (type.isPrimitive()) {
            return type.asPrimitive().name();
        }
        return type.isClass() ? type.asClass().declaration().name() : "";
    }
}
