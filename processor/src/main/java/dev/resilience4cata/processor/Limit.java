// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.impl.LimitText;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RateLimiter} in a source or a class file.
 *
 * @param mirror the annotation
 * @param members what it sets
 * @param text what it says
 */
record Limit(AnnotationMirror mirror, Map<String, AnnotationValue> members, LimitText text) {

    /** What makes annotations part of what an annotation type means. */
    private static final Set<String> CARRIERS =
            Set.of(
                    "jakarta.enterprise.inject.Stereotype",
                    "jakarta.interceptor.InterceptorBinding");

    /** The annotation that stands on an element itself. */
    static Optional<Limit> on(Element element) {
        return element.getAnnotationMirrors().stream()
                .filter(mirror -> isRateLimiter(mirror.getAnnotationType().asElement()))
                .<Limit>map(Limit::of)
                .findFirst();
    }

    /** Whether an element has a limit: itself, or from a stereotype or another binding. */
    static boolean isCarriedBy(Element element) {
        return isCarriedBy(element, new HashSet<>());
    }

    /**
     * As above.
     *
     * @param seen annotation types; one may carry itself
     */
    private static boolean isCarriedBy(Element element, Set<Element> seen) {
        return element.getAnnotationMirrors().stream()
                .map(mirror -> mirror.getAnnotationType().asElement())
                .filter(seen::add)
                .anyMatch(
                        each ->
                                isRateLimiter(each)
                                        || (carriesAnnotations(each) && isCarriedBy(each, seen)));
    }

    private static boolean carriesAnnotations(Element annotation) {
        return annotation.getAnnotationMirrors().stream()
                .map(mirror -> (TypeElement) mirror.getAnnotationType().asElement())
                .anyMatch(each -> CARRIERS.contains(each.getQualifiedName().toString()));
    }

    private static boolean isRateLimiter(Element type) {
        return type instanceof TypeElement annotation
                && annotation.getQualifiedName().contentEquals(RateLimiter.class.getName());
    }

    private static Limit of(AnnotationMirror mirror) {
        Map<String, AnnotationValue> members =
                mirror.getElementValues().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        each -> each.getKey().getSimpleName().toString(),
                                        Map.Entry::getValue));
        return new Limit(
                mirror,
                members,
                LimitText.of(
                        text(members.get("name")),
                        text(members.get("config")),
                        className(members.get("keyedBy")),
                        attribute -> value(members, attribute)));
    }

    private static String text(@Nullable AnnotationValue value) {
        return value == null ? "" : value.getValue().toString();
    }

    /** The binary name of a class. */
    private static String className(@Nullable AnnotationValue value) {
        return value != null && value.getValue() instanceof DeclaredType type
                ? binaryName((TypeElement) type.asElement())
                : "";
    }

    private static String binaryName(TypeElement type) {
        return type.getEnclosingElement() instanceof TypeElement outer
                ? binaryName(outer) + "$" + type.getSimpleName()
                : type.getQualifiedName().toString();
    }

    private static Object value(
            Map<String, AnnotationValue> members, RateLimiterAttribute attribute) {
        AnnotationValue value = members.get(attribute.key());
        if (value == null) {
            return "";
        }
        return attribute == RateLimiterAttribute.SCOPE ? scope(value) : value.getValue();
    }

    /** If it is no constant, that is for the compiler to report. */
    private static Scope scope(AnnotationValue value) {
        return value.getValue() instanceof VariableElement constant
                        && constant.getSimpleName().contentEquals(Scope.CLUSTER.name())
                ? Scope.CLUSTER
                : Scope.JVM;
    }

    @Nullable AnnotationValue member(String name) {
        return members.get(name);
    }
}
