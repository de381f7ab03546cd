// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a limiter's values are. For each attribute the first of these that sets it wins: the
 * key of the instance, the place itself, the named configuration (its key, then code), the global
 * key, the built-in default. Immutable, so safe to share between threads.
 */
public final class ConfigResolver {

    private final PropertySource properties;
    private final Map<String, Map<RateLimiterAttribute, Setting>> configsInCode;

    /**
     * Creates a resolver.
     *
     * @param properties where keys are looked up
     * @param configsInCode named configurations that code defines
     */
    public ConfigResolver(
            PropertySource properties,
            Map<String, Map<RateLimiterAttribute, Setting>> configsInCode) {
        this.properties = properties;
        this.configsInCode = Map.copyOf(configsInCode);
    }

    /** Where keys are looked up. */
    PropertySource properties() {
        return properties;
    }

    /**
     * The limiter that a place asks for.
     *
     * @param declaration the place
     * @param problems gets what is wrong
     * @return null if something is wrong
     */
    public @Nullable LimiterDefinition resolve(LimiterDeclaration declaration, Problems problems) {
        Lookup lookup = new Lookup(declaration, problems);
        Map<RateLimiterAttribute, Setting> settings = new EnumMap<>(RateLimiterAttribute.class);
        settings.putAll(lookup.properties(ConfigKeys::global));
        if (!declaration.config().isEmpty()) {
            settings.putAll(lookup.namedConfig(declaration.config()));
        }
        settings.putAll(declaration.settings());
        settings.putAll(
                lookup.properties(
                        attribute -> ConfigKeys.instance(declaration.instanceId(), attribute)));
        return lookup.failed ? null : lookup.definition(settings);
    }

    /** The lookups for one place; remembers whether one of them failed. */
    private final class Lookup {

        private final LimiterDeclaration declaration;
        private final Problems problems;
        private boolean failed;

        Lookup(LimiterDeclaration declaration, Problems problems) {
            this.declaration = declaration;
            this.problems = problems;
        }

        Map<RateLimiterAttribute, Setting> properties(Function<RateLimiterAttribute, String> keys) {
            Map<RateLimiterAttribute, Setting> found = new EnumMap<>(RateLimiterAttribute.class);
            for (RateLimiterAttribute attribute : RateLimiterAttribute.values()) {
                String key = keys.apply(attribute);
                PropertySource.Property property = properties.find(key);
                if (property != null) {
                    Setting setting = parsed(attribute, key, property);
                    if (setting != null) {
                        found.put(attribute, setting);
                    }
                }
            }
            return found;
        }

        private @Nullable Setting parsed(
                RateLimiterAttribute attribute, String key, PropertySource.Property property) {
            try {
                return new Setting(
                        attribute,
                        attribute.parse(property.value()),
                        key + " in " + property.source(),
                        true);
            } catch (ResilienceException e) {
                failed = true;
                problems.addFor(
                        key,
                        ErrorCode.PROPERTY_INVALID,
                        LimiterDeclaration.place("", declaration.id())
                                + ": "
                                + key
                                + " = \""
                                + property.value()
                                + "\" in "
                                + property.source()
                                + ": "
                                + e.getMessage());
                return null;
            }
        }

        Map<RateLimiterAttribute, Setting> namedConfig(String name) {
            if (!exists(name)) {
                Set<String> known = new TreeSet<>(configsInCode.keySet());
                known.addAll(ConfigKeys.configNames(properties.names()));
                fail(
                        ErrorCode.CONFIG_UNKNOWN,
                        "config = \"" + name + "\"",
                        "no config has this name; known are "
                                + NearestNames.quoted(known)
                                + ". Correct the name, or set "
                                + ConfigKeys.config(name, RateLimiterAttribute.PERMITS)
                                + ".");
            }
            Map<RateLimiterAttribute, Setting> config = new EnumMap<>(RateLimiterAttribute.class);
            config.putAll(configsInCode.getOrDefault(name, Map.of()));
            config.putAll(properties(attribute -> ConfigKeys.config(name, attribute)));
            return config;
        }

        private boolean exists(String name) {
            return configsInCode.containsKey(name)
                    || Arrays.stream(RateLimiterAttribute.values())
                            .anyMatch(
                                    attribute ->
                                            properties.find(ConfigKeys.config(name, attribute))
                                                    != null);
        }

        @Nullable LimiterDefinition definition(Map<RateLimiterAttribute, Setting> settings) {
            RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
            settings.values().forEach(setting -> builder.set(setting.attribute(), setting.value()));
            try {
                return new LimiterDefinition(
                        declaration.instanceId(), declaration.id(), builder.build(), settings);
            } catch (ResilienceException e) {
                fail(
                        settings.values().stream().anyMatch(Setting::property)
                                ? ErrorCode.PROPERTY_INVALID
                                : e.errorCode(),
                        "",
                        e.detail() + " The values came from: " + settings.values() + ".");
                return null;
            }
        }

        private void fail(ErrorCode code, String attributes, String text) {
            failed = true;
            problems.add(
                    code, LimiterDeclaration.place(attributes, declaration.id()) + ": " + text);
        }
    }
}
