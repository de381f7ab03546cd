// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import dev.resilience4cata.ErrorCode;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic.Kind;
import org.jspecify.annotations.Nullable;

/** Reports mistakes as a deployment does, on the element, the annotation and the attribute. */
final class Reports {

    private final Messager messager;
    private final boolean strict;

    /**
     * Begins.
     *
     * @param strict whether warnings are errors
     */
    Reports(Messager messager, boolean strict) {
        this.messager = messager;
        this.strict = strict;
    }

    void error(String message, Element element, @Nullable Limit limit, @Nullable String member) {
        print(Kind.ERROR, message, element, limit, member);
    }

    void error(ErrorCode code, String text, Element element, @Nullable Limit limit) {
        error(code.code() + ": " + text, element, limit, null);
    }

    void warning(ErrorCode code, String text, Element element, @Nullable Limit limit) {
        String message = code.code() + ": " + text;
        print(strict ? Kind.ERROR : Kind.WARNING, message, element, limit, null);
    }

    void note(String message, Element element) {
        messager.printMessage(Kind.NOTE, message, element);
    }

    private void print(
            Kind kind,
            String message,
            Element element,
            @Nullable Limit limit,
            @Nullable String member) {
        if (limit == null) {
            messager.printMessage(kind, message, element);
        } else if (member == null || limit.member(member) == null) {
            messager.printMessage(kind, message, element, limit.mirror());
        } else {
            messager.printMessage(kind, message, element, limit.mirror(), limit.member(member));
        }
    }
}
