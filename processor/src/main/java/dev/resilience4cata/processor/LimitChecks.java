// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.impl.ConfigResolver;
import dev.resilience4cata.impl.KeySource;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.LimiterDefinition;
import dev.resilience4cata.impl.Misplaced;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.impl.PropertySource;
import dev.resilience4cata.impl.Setting;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Reports of annotations what a deployment without properties would report. What an annotation
 * leaves to a named configuration is not known here, and so not judged. Not safe for use by several
 * threads.
 */
final class LimitChecks {

    private final Model model;
    private final Reports reports;
    private final ConfigResolver resolver =
            new ConfigResolver(PropertySource.of(key -> null), Map.of());

    /** The first place of each name. */
    private final Map<String, LimiterDeclaration> byName = new HashMap<>();

    LimitChecks(Model model, Reports reports) {
        this.model = model;
        this.reports = reports;
    }

    /** Checks what a type and its methods carry. */
    void check(TypeElement type) {
        boolean decorator = model.annotations(type).contains(Misplaced.DECORATOR);
        Optional<Limit> onType = Limit.on(type);
        onType.ifPresent(
                limit -> {
                    checkValues(limit, type, idOnType(type), model.binaryName(type));
                    if (decorator) {
                        warnOfDecorator(limit, type, model.binaryName(type));
                    }
                });
        boolean covered = isCovered(type);
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            String id = model.id(type, method);
            Limit limit = Limit.on(method).orElse(null);
            if (limit != null) {
                checkValues(limit, method, id, id);
                if (decorator) {
                    warnOfDecorator(limit, method, id);
                } else {
                    checkPlace(limit, type, method, id);
                }
            } else if (!covered && !type.getKind().isInterface() && !Limit.isCarriedBy(method)) {
                warnOfDroppedAnnotation(type, method, id);
            }
            boolean limited = limit != null || (covered && !decorator);
            if (limited && isLimitable(type, method)) {
                warnOfReturnType(method, id, limit);
                checkKeys(method, id, limit != null ? limit : onType.orElse(null));
            }
        }
    }

    private void checkKeys(ExecutableElement method, String id, @Nullable Limit limit) {
        List<Integer> keys = model.keys(method);
        if (limit != null && !keys.isEmpty() && !limit.text().keyedBy().isEmpty()) {
            String annotation =
                    LimiterDeclaration.annotation(
                            "keyedBy = " + limit.text().keyedBy() + ".class", id);
            reports.error(
                    ErrorCode.KEY_UNUSABLE.code() + ": " + KeySource.bothWays(annotation),
                    method,
                    limit,
                    "keyedBy");
        }
        for (int key : keys) {
            VariableElement parameter = method.getParameters().get(key);
            if (model.hasIdentityOnly(parameter.asType())) {
                reports.warning(
                        ErrorCode.KEY_UNUSABLE,
                        KeySource.identityOnly(key, id, model.erasedName(parameter.asType())),
                        parameter,
                        null);
            }
        }
    }

    /** Whether the limit of a type, a stereotype of it or a superclass holds for its methods. */
    private boolean isCovered(TypeElement type) {
        if (type.getKind() == ElementKind.ANNOTATION_TYPE) {
            return false;
        }
        for (TypeElement each = type; each != null; each = model.superclass(each)) {
            if (Limit.on(each).isPresent()) {
                return true;
            }
        }
        return Limit.isCarriedBy(type);
    }

    /** The id of the first method that the annotation of a type limits; null if there is none. */
    private @Nullable String idOnType(TypeElement type) {
        if (type.getKind() == ElementKind.ANNOTATION_TYPE) { // its limit holds elsewhere
            return null;
        }
        return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                .filter(method -> Limit.on(method).isEmpty() && isLimitable(type, method))
                .map(method -> model.id(type, method))
                .min(String::compareTo)
                .orElse(null);
    }

    private void checkValues(Limit limit, Element element, @Nullable String id, String place) {
        List<ResilienceException> wrong = new ArrayList<>();
        LimiterDeclaration declaration =
                limit.text()
                        .declaration(
                                id == null ? place : id,
                                place,
                                (attribute, e) -> {
                                    wrong.add(e);
                                    reports.error(message(e), element, limit, attribute.key());
                                });
        if (wrong.isEmpty() && id != null) {
            checkTogether(limit, element, declaration);
            checkName(limit, element, declaration);
        }
    }

    private static String message(ResilienceException e) {
        return e.errorCode().code() + ": " + e.detail();
    }

    private void checkTogether(Limit limit, Element element, LimiterDeclaration declaration) {
        Set<RateLimiterAttribute> set = declaration.settings().keySet();
        boolean known =
                declaration.config().isEmpty()
                        || (set.contains(RateLimiterAttribute.PERMITS)
                                && set.contains(RateLimiterAttribute.PERIOD)
                                && set.contains(RateLimiterAttribute.BURST));
        Problems problems = new Problems();
        if (known && resolve(declaration, declaration.settings(), problems) == null) {
            String member =
                    set.contains(RateLimiterAttribute.PERIOD)
                            ? RateLimiterAttribute.PERIOD.key()
                            : RateLimiterAttribute.PERMITS.key();
            report(
                    problems,
                    element,
                    limit,
                    isValidInOneJvm(declaration) ? RateLimiterAttribute.SCOPE.key() : member);
        }
    }

    private boolean isValidInOneJvm(LimiterDeclaration declaration) {
        Map<RateLimiterAttribute, Setting> settings = new EnumMap<>(RateLimiterAttribute.class);
        settings.putAll(declaration.settings());
        return settings.remove(RateLimiterAttribute.SCOPE) != null
                && resolve(declaration, settings, new Problems()) != null;
    }

    private void report(Problems problems, Element element, Limit limit, String member) {
        problems.asException().ifPresent(e -> reports.error(message(e), element, limit, member));
    }

    private @Nullable LimiterDefinition resolve(
            LimiterDeclaration declaration,
            Map<RateLimiterAttribute, Setting> settings,
            Problems problems) {
        return resolver.resolve(
                new LimiterDeclaration(declaration.id(), declaration.name(), "", settings),
                problems);
    }

    private void checkName(Limit limit, Element element, LimiterDeclaration declaration) {
        if (declaration.name().isEmpty()) {
            return;
        }
        LimiterDeclaration first = byName.putIfAbsent(declaration.name(), declaration);
        if (first == null || first.id().equals(declaration.id())) {
            return;
        }
        Problems none = new Problems();
        LimiterDefinition there = resolve(first, known(first, declaration), none);
        LimiterDefinition here = resolve(declaration, known(declaration, first), none);
        if (there != null && here != null) {
            Problems problems = new Problems();
            there.conflictsWith(here, problems);
            report(problems, element, limit, "name");
        }
    }

    /** The settings of one place; what its configuration may set is taken to be as in the other. */
    private static Map<RateLimiterAttribute, Setting> known(
            LimiterDeclaration place, LimiterDeclaration other) {
        Map<RateLimiterAttribute, Setting> settings = new EnumMap<>(RateLimiterAttribute.class);
        if (!place.config().isEmpty()) {
            settings.putAll(other.settings());
        }
        settings.putAll(place.settings());
        return settings;
    }

    private void warnOfDecorator(Limit limit, Element element, String place) {
        reports.warning(ErrorCode.NOT_INTERCEPTABLE, Misplaced.decorator(place), element, limit);
    }

    private void checkPlace(Limit limit, TypeElement type, ExecutableElement method, String id) {
        modifier(method)
                .ifPresent(
                        modifier ->
                                reports.error(
                                        ErrorCode.NOT_INTERCEPTABLE,
                                        Misplaced.method(id, "the method is " + modifier),
                                        method,
                                        limit));
        callback(method)
                .ifPresent(
                        name ->
                                reports.warning(
                                        ErrorCode.NOT_INTERCEPTABLE,
                                        Misplaced.callback(id, name),
                                        method,
                                        limit));
        if (isServletMethod(type, method)) {
            reports.warning(
                    ErrorCode.NOT_INTERCEPTABLE, Misplaced.servletMethod(id), method, limit);
        }
    }

    private boolean isLimitable(TypeElement type, ExecutableElement method) {
        return modifier(method).isEmpty()
                && callback(method).isEmpty()
                && !isServletMethod(type, method);
    }

    private Optional<String> modifier(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        if (modifiers.contains(Modifier.PRIVATE)
                && model.annotations(method).stream().noneMatch(Misplaced.TIMEOUTS::contains)) {
            return Optional.of("private");
        }
        return modifiers.contains(Modifier.STATIC) ? Optional.of("static") : Optional.empty();
    }

    private Optional<String> callback(ExecutableElement method) {
        return model.annotations(method).stream().filter(Misplaced.CALLBACKS::contains).findFirst();
    }

    private boolean isServletMethod(TypeElement type, ExecutableElement method) {
        String signature = model.signature(method);
        return !Misplaced.SERVLET_REQUESTS.contains(signature)
                && model.supertypes(type).stream()
                        .filter(each -> Misplaced.SERVLET_TYPES.contains(model.binaryName(each)))
                        .anyMatch(each -> declares(each, signature));
    }

    private boolean declares(TypeElement type, String signature) {
        return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                .anyMatch(method -> model.signature(method).equals(signature));
    }

    private void warnOfDroppedAnnotation(TypeElement type, ExecutableElement method, String id) {
        String signature = model.signature(method);
        TypeElement each = model.superclass(type);
        for (; each != null; each = model.superclass(each)) {
            for (ExecutableElement other : ElementFilter.methodsIn(each.getEnclosedElements())) {
                if (model.signature(other).equals(signature)
                        && !other.getModifiers().contains(Modifier.PRIVATE)
                        && !other.getModifiers().contains(Modifier.STATIC)
                        && Limit.on(other).isPresent()) {
                    reports.warning(
                            ErrorCode.NOT_INTERCEPTABLE,
                            Misplaced.dropped(model.id(each, other), id),
                            method,
                            null);
                    return;
                }
            }
        }
    }

    private void warnOfReturnType(ExecutableElement method, String id, @Nullable Limit limit) {
        lookingAsynchronous(method)
                .ifPresent(
                        what ->
                                reports.warning(
                                        ErrorCode.SYNCHRONOUS_ONLY,
                                        Misplaced.synchronous(id, what),
                                        method,
                                        limit));
    }

    private Optional<String> lookingAsynchronous(ExecutableElement method) {
        int parameters = method.getParameters().size();
        if (parameters > 0
                && model.className(method.getParameters().get(parameters - 1).asType())
                        .equals(Misplaced.CONTINUATION)) {
            return Optional.of("a suspending function");
        }
        TypeMirror type = model.types.erasure(method.getReturnType());
        String name = model.className(type);
        boolean lazy =
                !model.isStage(type)
                        && model.types.asElement(type) instanceof TypeElement declared
                        && model.supertypes(declared).stream()
                                .map(model::binaryName)
                                .anyMatch(
                                        each ->
                                                each.equals(Model.STAGE)
                                                        || Misplaced.LAZY_TYPES.contains(each));
        return lazy ? Optional.of(Misplaced.returnType(name)) : Optional.empty();
    }
}
