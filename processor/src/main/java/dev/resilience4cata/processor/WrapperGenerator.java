// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.impl.PromisedLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** Writes a wrapper for each interface that limits something. Safe for use by one thread. */
final class WrapperGenerator {

    private final Model model;
    private final Reports reports;
    private final Filer filer;

    WrapperGenerator(Model model, Reports reports, Filer filer) {
        this.model = model;
        this.reports = reports;
        this.filer = filer;
    }

    /**
     * Writes the wrapper of an interface if it limits something.
     *
     * @return false if types are missing that another processor may generate
     */
    boolean generate(TypeElement type) {
        if (type.getKind() == ElementKind.ANNOTATION_TYPE) {
            return true;
        }
        if (model.isIncomplete(type.getInterfaces())) {
            return false;
        }
        InterfaceMethods methods = new InterfaceMethods(model, type);
        if (methods.all().stream().allMatch(method -> method.limits() == null)) {
            return true;
        }
        if (methods.all().stream().anyMatch(this::isIncomplete)) {
            return false;
        }
        if (isImplementable(type) && hasOneLimitEach(type, methods)) {
            new WrapperSource(model, type, methods).text().ifPresent(text -> write(type, text));
        }
        return true;
    }

    private boolean isIncomplete(InterfaceMethods.Inherited method) {
        List<TypeMirror> mirrors = new ArrayList<>(method.as().getParameterTypes());
        mirrors.add(method.as().getReturnType());
        mirrors.addAll(method.as().getThrownTypes());
        return model.isIncomplete(mirrors);
    }

    /** Others have a proxy, if anything. */
    private boolean isImplementable(TypeElement type) {
        for (Element each = type; each instanceof TypeElement; each = each.getEnclosingElement()) {
            if (each.getModifiers().contains(Modifier.PRIVATE)) {
                return false;
            }
        }
        String wrapper = WrapperSource.simpleName(model, type);
        boolean permitted =
                !type.getModifiers().contains(Modifier.SEALED)
                        || type.getPermittedSubclasses().stream()
                                .anyMatch(
                                        each ->
                                                each.toString().equals(wrapper)
                                                        || each.toString().endsWith("." + wrapper));
        if (!permitted) {
            reports.note(
                    "No wrapper is generated for the sealed interface "
                            + model.binaryName(type)
                            + ", so Resilient.of cannot limit it. Permit "
                            + wrapper
                            + " if it should.",
                    type);
        }
        return permitted;
    }

    private boolean hasOneLimitEach(TypeElement type, InterfaceMethods methods) {
        boolean one = true;
        for (InterfaceMethods.Inherited method : methods.all()) {
            PromisedLimits<TypeElement> limits = method.limits();
            Optional<String> conflict =
                    limits == null
                            ? Optional.empty()
                            : limits.conflict(
                                    model.binaryName(type) + "#" + method.signature(),
                                    "Put the annotation that holds on the method of "
                                            + model.binaryName(type)
                                            + ".");
            if (conflict.isPresent()) {
                reports.warning(ErrorCode.INTERFACE_CONFLICT, conflict.get(), type, null);
                one = false;
            }
        }
        return one;
    }

    private void write(TypeElement type, String text) {
        String name = model.binaryName(type) + WrapperSource.SUFFIX;
        try (Writer file = filer.createSourceFile(name, type).openWriter()) {
            file.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
