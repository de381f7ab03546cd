// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.annotation.RateLimitKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Names and relations of types and methods, as reflection will show them. */
final class Model {

    static final String STAGE = CompletionStage.class.getName();
    static final String FUTURE = CompletableFuture.class.getName();

    final Types types;
    final Elements elements;

    Model(ProcessingEnvironment environment) {
        types = environment.getTypeUtils();
        elements = environment.getElementUtils();
    }

    /** The id of a limiter: {@code <type>#<method>(<parameter types>)}. */
    String id(TypeElement type, ExecutableElement method) {
        return binaryName(type) + "#" + signature(method);
    }

    String binaryName(TypeElement type) {
        return elements.getBinaryName(type).toString();
    }

    /** A method without its return type, as its type declares it. */
    String signature(ExecutableElement method) {
        return signature(method, (ExecutableType) method.asType());
    }

    /** A method without its return type, as a subtype inherits it. */
    String signature(ExecutableElement method, ExecutableType as) {
        return as.getParameterTypes().stream()
                .map(this::erasedName)
                .collect(Collectors.joining(",", method.getSimpleName() + "(", ")"));
    }

    /** As {@link Class#getTypeName()} has it. */
    String erasedName(TypeMirror type) {
        TypeMirror erased = types.erasure(type);
        if (erased instanceof ArrayType array) {
            return erasedName(array.getComponentType()) + "[]";
        }
        return erased instanceof DeclaredType declared
                ? binaryName((TypeElement) declared.asElement())
                : erased.getKind().isPrimitive()
                        ? erased.getKind().name().toLowerCase(Locale.ROOT)
                        : erased.toString();
    }

    /** The name of the class of a type; empty if it is none. */
    String className(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? binaryName((TypeElement) declared.asElement())
                : "";
    }

    /** Whether a method that returns it is called asynchronously. */
    boolean isStage(TypeMirror type) {
        String name = className(type);
        return name.equals(STAGE) || name.equals(FUTURE);
    }

    boolean isException(TypeMirror thrown) {
        return types.isSubtype(thrown, elements.getTypeElement(Exception.class.getName()).asType());
    }

    @Nullable TypeElement superclass(TypeElement type) {
        return type.getSuperclass() instanceof DeclaredType superclass
                ? (TypeElement) superclass.asElement()
                : null;
    }

    /** A type, its superclasses and all interfaces, each before what it extends. */
    Set<TypeElement> supertypes(TypeElement type) {
        Set<TypeElement> found = new LinkedHashSet<>();
        collect(type, found);
        return found;
    }

    private void collect(TypeElement type, Set<TypeElement> found) {
        if (found.add(type)) {
            TypeElement superclass = superclass(type);
            if (superclass != null) {
                collect(superclass, found);
            }
            for (TypeMirror each : type.getInterfaces()) {
                if (each instanceof DeclaredType declared) {
                    collect((TypeElement) declared.asElement(), found);
                }
            }
        }
    }

    boolean isSubtype(TypeElement a, TypeElement b) {
        return types.isSubtype(types.erasure(a.asType()), types.erasure(b.asType()));
    }

    /** Whether some type is not known, perhaps because another processor is to generate it. */
    boolean isIncomplete(List<? extends TypeMirror> mirrors) {
        return mirrors.stream().anyMatch(this::isIncomplete);
    }

    private boolean isIncomplete(TypeMirror type) {
        if (type instanceof ArrayType array) {
            return isIncomplete(array.getComponentType());
        }
        return type.getKind() == TypeKind.ERROR
                || (type instanceof DeclaredType declared
                        && isIncomplete(declared.getTypeArguments()));
    }

    /** Whether a type is a class whose {@code equals} is that of {@code Object}. */
    boolean hasIdentityOnly(TypeMirror type) {
        if (!(type instanceof DeclaredType declared)) {
            return false;
        }
        TypeElement each = (TypeElement) declared.asElement();
        if (each.getKind() != ElementKind.CLASS || isObject(each)) {
            return false;
        }
        for (; each != null && !isObject(each); each = superclass(each)) {
            if (ElementFilter.methodsIn(each.getEnclosedElements()).stream()
                    .anyMatch(method -> signature(method).equals("equals(java.lang.Object)"))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isObject(TypeElement type) {
        return type.getQualifiedName().contentEquals("java.lang.Object");
    }

    /** The parameters of a method that are keys, by their positions. */
    List<Integer> keys(ExecutableElement method) {
        List<? extends VariableElement> parameters = method.getParameters();
        return IntStream.range(0, parameters.size())
                .filter(i -> annotations(parameters.get(i)).contains(RateLimitKey.class.getName()))
                .boxed()
                .toList();
    }

    /** The names of the annotations of an element. */
    Set<String> annotations(Element element) {
        return element.getAnnotationMirrors().stream()
                .map(mirror -> className(mirror.getAnnotationType()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
