// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.impl.PromisedLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * The methods that a class has to have which implements an interface, with their limits. Not safe
 * for use by several threads.
 */
final class InterfaceMethods {

    /** A method as one of the interfaces declares it. */
    private record Declared(TypeElement type, ExecutableElement element, ExecutableType as) {}

    /** A method that one or several interfaces declare. */
    final class Inherited {

        private final List<Declared> declarations = new ArrayList<>();
        private @Nullable PromisedLimits<TypeElement> limits;

        private void add(PromisedLimits.Source<TypeElement> source) {
            if (limits == null) {
                limits = new PromisedLimits<>((a, b) -> !a.equals(b) && model.isSubtype(a, b));
            }
            limits.add(source);
        }

        @Nullable PromisedLimits<TypeElement> limits() {
            return limits;
        }

        String name() {
            return representative().element.getSimpleName().toString();
        }

        /** Its name and parameters, as a property key spells them. */
        String signature() {
            return model.signature(representative().element, representative().as);
        }

        ExecutableElement element() {
            return representative().element;
        }

        /** As a class that implements the interface has to declare it. */
        ExecutableType as() {
            return representative().as;
        }

        /** What every declaration allows to throw. */
        List<TypeMirror> thrown() {
            if (declarations.size() == 1) {
                return new ArrayList<>(as().getThrownTypes());
            }
            List<TypeMirror> thrown = new ArrayList<>();
            for (Declared declared : declarations) {
                for (TypeMirror each : declared.as.getThrownTypes()) {
                    if (declarations.stream().allMatch(other -> allows(other, each))
                            && thrown.stream().noneMatch(t -> model.types.isSameType(t, each))) {
                        thrown.add(each);
                    }
                }
            }
            return thrown;
        }

        private boolean allows(Declared declared, TypeMirror exception) {
            return declared.as.getThrownTypes().stream()
                    .anyMatch(each -> model.types.isSubtype(exception, each));
        }

        private Declared representative() {
            return declarations.stream()
                    .filter(
                            one ->
                                    declarations.stream()
                                            .allMatch(other -> implementsToo(one, other)))
                    .findFirst()
                    .orElse(declarations.get(0));
        }

        /** Whether who implements one declaration implements the other. */
        private boolean implementsToo(Declared one, Declared other) {
            return model.isSubtype(one.type, other.type)
                    || (model.types.isSubsignature(one.as, other.as) && returnsToo(one, other));
        }

        private boolean returnsToo(Declared one, Declared other) {
            TypeMirror returned = one.as.getReturnType();
            TypeMirror otherReturned = other.as.getReturnType();
            if (returned.getKind().isPrimitive() || otherReturned.getKind().isPrimitive()) {
                return model.types.isSameType(returned, otherReturned);
            }
            boolean generic = !one.as.getTypeVariables().isEmpty(); // each has variables of its own
            return model.types.isSubtype(
                    generic ? model.types.erasure(returned) : returned,
                    generic ? model.types.erasure(otherReturned) : otherReturned);
        }
    }

    private final Model model;

    /** The interface and those that it extends, with their type arguments. */
    private final Map<TypeElement, DeclaredType> supertypes = new LinkedHashMap<>();

    /** By name and erased parameters, in the order of the sources. */
    private final Map<String, Inherited> methods = new LinkedHashMap<>();

    InterfaceMethods(Model model, TypeElement type) {
        this.model = model;
        collect((DeclaredType) type.asType());
        for (TypeElement each : supertypes.keySet()) {
            for (ExecutableElement method : promises(each)) {
                ExecutableType as = as(each, method);
                methods.computeIfAbsent(model.signature(method, as), any -> new Inherited())
                        .declarations
                        .add(new Declared(each, method, as));
            }
        }
        supertypes.keySet().forEach(this::readLimits);
    }

    private void collect(DeclaredType each) {
        TypeElement element = (TypeElement) each.asElement();
        if (element.getKind().isInterface() && supertypes.putIfAbsent(element, each) == null) {
            for (TypeMirror supertype : model.types.directSupertypes(each)) {
                collect((DeclaredType) supertype);
            }
        }
    }

    Collection<Inherited> all() {
        return methods.values();
    }

    private void readLimits(TypeElement carrier) {
        Limit onType = Limit.on(carrier).orElse(null);
        for (ExecutableElement method : promises(carrier)) {
            Limit.on(method).ifPresent(limit -> add(carrier, method, carrier, limit, true));
        }
        if (onType != null) {
            for (TypeElement each : model.supertypes(carrier)) {
                for (ExecutableElement method : promises(each)) {
                    if (Limit.on(method).isEmpty() && isMember(method, each, carrier)) {
                        add(each, method, carrier, onType, false);
                    }
                }
            }
        }
    }

    /** Whether no interface below the one that declares a method overrides it. */
    private boolean isMember(ExecutableElement method, TypeElement owner, TypeElement carrier) {
        return model.supertypes(carrier).stream()
                .filter(each -> !each.equals(owner) && model.isSubtype(each, owner))
                .flatMap(each -> promises(each).stream())
                .noneMatch(each -> model.signature(each).equals(model.signature(method)));
    }

    private void add(
            TypeElement owner,
            ExecutableElement method,
            TypeElement carrier,
            Limit limit,
            boolean onMethod) {
        Inherited inherited = methods.get(model.signature(method, as(owner, method)));
        if (inherited != null) {
            inherited.add(
                    new PromisedLimits.Source<>(
                            limit.text(),
                            carrier,
                            model.id(carrier, method),
                            onMethod,
                            model.keys(method)));
        }
    }

    /** Not by the interface that inherits it: Eclipse may take that of another one then. */
    private ExecutableType as(TypeElement owner, ExecutableElement method) {
        return (ExecutableType) model.types.asMemberOf(supertypes.get(owner), method);
    }

    private static List<ExecutableElement> promises(TypeElement type) {
        return type.getKind().isInterface()
                ? ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                        .filter(
                                method ->
                                        !method.getModifiers().contains(Modifier.STATIC)
                                                && !method.getModifiers()
                                                        .contains(Modifier.PRIVATE))
                        .toList()
                : List.of();
    }
}
