// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.impl.LimiterDeclaration;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.impl.Setting;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads what {@link RateLimiter} says. */
final class AnnotationReader {

    private AnnotationReader() {}

    /**
     * What the annotation on a place declares.
     *
     * @param id the id of the limited method
     * @param place the element that carries the annotation, for messages
     * @param problems gets what cannot be read
     */
    static LimiterDeclaration declaration(
            RateLimiter annotation, String id, String place, Problems problems) {
        Map<RateLimiterAttribute, Setting> settings = new EnumMap<>(RateLimiterAttribute.class);
        texts(annotation)
                .forEach(
                        (attribute, text) -> {
                            try {
                                settings.put(
                                        attribute,
                                        new Setting(
                                                attribute,
                                                attribute.parse(text),
                                                "annotation",
                                                false));
                            } catch (ResilienceException e) {
                                problems.add(
                                        e.errorCode(),
                                        LimiterDeclaration.annotation(
                                                        quoted(attribute, text), place)
                                                + ": "
                                                + e.detail());
                            }
                        });
        return new LimiterDeclaration(
                id, annotation.name().strip(), annotation.config().strip(), settings);
    }

    private static Map<RateLimiterAttribute, String> texts(RateLimiter annotation) {
        Map<RateLimiterAttribute, String> texts = new EnumMap<>(RateLimiterAttribute.class);
        putNumber(texts, RateLimiterAttribute.PERMITS, annotation.permits());
        putText(texts, RateLimiterAttribute.PERIOD, annotation.period());
        putNumber(texts, RateLimiterAttribute.BURST, annotation.burst());
        putText(texts, RateLimiterAttribute.MAX_WAIT, annotation.maxWait());
        putText(texts, RateLimiterAttribute.ENABLED, annotation.enabled());
        return texts;
    }

    private static void putNumber(
            Map<RateLimiterAttribute, String> texts, RateLimiterAttribute attribute, int value) {
        if (value != RateLimiter.UNSET) {
            texts.put(attribute, Integer.toString(value));
        }
    }

    private static void putText(
            Map<RateLimiterAttribute, String> texts, RateLimiterAttribute attribute, String value) {
        if (!value.isEmpty()) {
            texts.put(attribute, value);
        }
    }

    /** What an annotation sets, as it is written. */
    static String quoted(RateLimiter annotation) {
        List<String> parts = new ArrayList<>();
        if (!annotation.name().isEmpty()) {
            parts.add("name = \"" + annotation.name() + "\"");
        }
        if (!annotation.config().isEmpty()) {
            parts.add("config = \"" + annotation.config() + "\"");
        }
        texts(annotation).forEach((attribute, text) -> parts.add(quoted(attribute, text)));
        return String.join(", ", parts);
    }

    private static String quoted(RateLimiterAttribute attribute, String text) {
        return switch (attribute) {
            case PERMITS, BURST -> attribute.key() + " = " + text;
            case PERIOD, MAX_WAIT, ENABLED -> attribute.key() + " = \"" + text + "\"";
        };
    }
}
