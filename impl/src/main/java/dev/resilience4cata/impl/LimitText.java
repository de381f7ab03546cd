// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What one {@link RateLimiter} says, whether reflection or a compiler has read it. Immutable, so
 * safe to share between threads.
 *
 * @param name as it is written
 * @param config as it is written
 * @param values what the annotation sets, as text
 * @param keyedBy the name of the class that says the keys; empty if there is none
 */
public record LimitText(
        String name, String config, Map<RateLimiterAttribute, String> values, String keyedBy) {

    private static final Set<Object> NOT_SET = Set.of(RateLimiter.UNSET, "", Scope.JVM);

    /**
     * What an annotation says that reflection has found.
     *
     * @param annotation the annotation
     * @return its text
     */
    public static LimitText of(RateLimiter annotation) {
        return of(
                annotation.name(),
                annotation.config(),
                annotation.keyedBy() == KeyResolver.class ? "" : annotation.keyedBy().getName(),
                attribute ->
                        switch (attribute) {
                            case PERMITS -> annotation.permits();
                            case PERIOD -> annotation.period();
                            case BURST -> annotation.burst();
                            case MAX_WAIT -> annotation.maxWait();
                            case ENABLED -> annotation.enabled();
                            case SCOPE -> annotation.scope();
                            case MAX_KEYS, SHADOW, ON_STORE_FAILURE, LEASES -> ""; // operations
                        });
    }

    /**
     * What an annotation says whose members are known.
     *
     * @param name its name
     * @param config its configuration
     * @param keyedBy the name of the class that says the keys; empty if there is none
     * @param members the value of each attribute, an {@code Integer}, a {@code String} or a {@code
     *     Scope}; what means "not set" counts as not set
     * @return its text
     */
    public static LimitText of(
            String name,
            String config,
            String keyedBy,
            Function<RateLimiterAttribute, Object> members) {
        Map<RateLimiterAttribute, String> values = new EnumMap<>(RateLimiterAttribute.class);
        for (RateLimiterAttribute attribute : RateLimiterAttribute.values()) {
            Object value = members.apply(attribute);
            if (!NOT_SET.contains(value)) {
                values.put(attribute, attribute.text(value));
            }
        }
        return new LimitText(name, config, values, keyedBy);
    }

    /**
     * What the annotation declares.
     *
     * @param id the id of the limited method
     * @param place the element that carries the annotation, for messages
     * @param problems gets what cannot be read
     * @return the declaration, without what cannot be read
     */
    public LimiterDeclaration declaration(String id, String place, Problems problems) {
        return declaration(id, place, (attribute, e) -> problems.add(e.errorCode(), e.detail()));
    }

    /**
     * What the annotation declares.
     *
     * @param id the id of the limited method
     * @param place the element that carries the annotation, for messages
     * @param problems gets the attributes that cannot be read
     * @return the declaration, without what cannot be read
     */
    public LimiterDeclaration declaration(
            String id,
            String place,
            BiConsumer<RateLimiterAttribute, ResilienceException> problems) {
        Map<RateLimiterAttribute, Setting> settings = new EnumMap<>(RateLimiterAttribute.class);
        for (Map.Entry<RateLimiterAttribute, String> each : values.entrySet()) {
            RateLimiterAttribute attribute = each.getKey();
            String text = each.getValue();
            try {
                settings.put(
                        attribute,
                        new Setting(attribute, attribute.parse(text), "annotation", false));
            } catch (ResilienceException e) {
                problems.accept(
                        attribute,
                        new ResilienceException(
                                e.errorCode(),
                                LimiterDeclaration.annotation(quoted(attribute, text), place)
                                        + ": "
                                        + e.detail()));
            }
        }
        return new LimiterDeclaration(id, name.strip(), config.strip(), settings);
    }

    /**
     * What the annotation sets, as it is written.
     *
     * @return for example {@code name = "mail", permits = 5}
     */
    public String quoted() {
        List<String> parts = new ArrayList<>();
        if (!name.isEmpty()) {
            parts.add("name = \"" + name + "\"");
        }
        if (!keyedBy.isEmpty()) {
            parts.add("keyedBy = " + keyedBy + ".class");
        }
        if (!config.isEmpty()) {
            parts.add("config = \"" + config + "\"");
        }
        values.forEach((attribute, text) -> parts.add(quoted(attribute, text)));
        return String.join(", ", parts);
    }

    private static String quoted(RateLimiterAttribute attribute, String text) {
        return switch (attribute) {
            case PERMITS, BURST, MAX_KEYS -> attribute.key() + " = " + text;
            case PERIOD, MAX_WAIT, ENABLED, SHADOW, ON_STORE_FAILURE, LEASES ->
                    attribute.key() + " = \"" + text + "\"";
            case SCOPE -> attribute.key() + " = Scope." + text.toUpperCase(Locale.ROOT);
        };
    }
}
