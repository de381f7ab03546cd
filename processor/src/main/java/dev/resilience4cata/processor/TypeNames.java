// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Writes types with their full names and without annotations, as a class of one package can name
 * them. Not safe for use by several threads.
 */
final class TypeNames {

    private final Model model;
    private final PackageElement user;
    private boolean complete = true;

    TypeNames(Model model, PackageElement user) {
        this.model = model;
        this.user = user;
    }

    /** Whether the package could name all types so far. */
    boolean complete() {
        return complete;
    }

    /** Whether the package can make objects of a class; if not, the package cannot name all. */
    boolean canMake(TypeElement type) {
        boolean possible =
                !type.getModifiers().contains(Modifier.ABSTRACT)
                        && !isInner(type)
                        && ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                                .anyMatch(
                                        constructor ->
                                                constructor.getParameters().isEmpty()
                                                        && isOpen(constructor, type));
        complete &= possible;
        return possible;
    }

    private boolean isOpen(Element member, TypeElement type) {
        boolean samePackage = model.elements.getPackageOf(type).equals(user);
        return member.getModifiers().contains(Modifier.PUBLIC)
                || (samePackage && !member.getModifiers().contains(Modifier.PRIVATE));
    }

    String name(TypeMirror type) {
        if (type instanceof IntersectionType intersection) { // for javac a declared type, too
            return names(intersection.getBounds(), " & ");
        }
        if (type instanceof ArrayType array) {
            return name(array.getComponentType()) + "[]";
        }
        if (type instanceof DeclaredType declared) {
            return name(declared);
        }
        if (type instanceof TypeVariable variable) {
            return variable.asElement().getSimpleName().toString();
        }
        if (type instanceof WildcardType wildcard) {
            return "?"
                    + bound(" extends ", wildcard.getExtendsBound())
                    + bound(" super ", wildcard.getSuperBound());
        }
        return type.getKind().name().toLowerCase(Locale.ROOT); // a primitive, or void
    }

    String names(List<? extends TypeMirror> types, String separator) {
        return types.stream().map(this::name).collect(Collectors.joining(separator));
    }

    private String bound(String keyword, @Nullable TypeMirror bound) {
        return bound == null ? "" : keyword + name(bound);
    }

    private String name(DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        requireAccess(element);
        String name =
                isInner(element)
                                && type.getEnclosingType() instanceof DeclaredType outer
                                && !outer.getTypeArguments().isEmpty()
                        ? name(outer) + "." + element.getSimpleName()
                        : element.getQualifiedName().toString();
        return type.getTypeArguments().isEmpty()
                ? name
                : name + "<" + names(type.getTypeArguments(), ", ") + ">";
    }

    /** Eclipse has type arguments for the type around a static one, too. */
    private static boolean isInner(TypeElement type) {
        return type.getKind() == ElementKind.CLASS
                && !type.getModifiers().contains(Modifier.STATIC)
                && type.getEnclosingElement() instanceof TypeElement outer
                && !outer.getKind().isInterface();
    }

    private void requireAccess(TypeElement type) {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            complete &= isOpen(each, type);
        }
    }

    /** For example {@code <T extends java.lang.Number>}; empty if there are none. */
    String parameters(List<? extends TypeVariable> variables) {
        return variables.isEmpty()
                ? ""
                : variables.stream()
                        .map(variable -> name(variable) + bounds(variable))
                        .collect(Collectors.joining(", ", "<", ">"));
    }

    private String bounds(TypeVariable variable) {
        TypeMirror bound = variable.getUpperBound();
        // Eclipse has no type for several bounds, and gives the variable itself.
        List<? extends TypeMirror> bounds =
                bound instanceof TypeVariable same && same.asElement().equals(variable.asElement())
                        ? ((TypeParameterElement) variable.asElement()).getBounds()
                        : List.of(bound);
        String text = names(bounds, " & ");
        return text.equals("java.lang.Object") ? "" : " extends " + text;
    }
}
