// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterAttribute;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** How the keys of the configuration are spelled. */
public final class ConfigKeys {

    /** What all keys of this library begin with. */
    public static final String PREFIX = "resilience4cata.";

    private static final String POLICY = "rateLimiter.";
    private static final String CONFIGS = PREFIX + "configs.";
    private static final String INSTANCES = PREFIX + "instances.";

    private ConfigKeys() {}

    /**
     * The key for every limiter that nothing more specific sets.
     *
     * @param attribute the attribute
     * @return for example {@code resilience4cata.rateLimiter.permits}
     */
    public static String global(RateLimiterAttribute attribute) {
        return PREFIX + POLICY + attribute.key();
    }

    /**
     * The key of a named configuration.
     *
     * @param name the name of the configuration
     * @param attribute the attribute
     * @return for example {@code resilience4cata.configs.slow.rateLimiter.permits}
     */
    public static String config(String name, RateLimiterAttribute attribute) {
        return CONFIGS + name + "." + POLICY + attribute.key();
    }

    /**
     * The key of one limiter.
     *
     * @param instanceId the id of the limiter
     * @param attribute the attribute
     * @return for example {@code resilience4cata.instances.geocoding.rateLimiter.permits}
     */
    public static String instance(String instanceId, RateLimiterAttribute attribute) {
        return INSTANCES + instanceId + "." + POLICY + attribute.key();
    }

    /**
     * The environment variables that may set a key, by the rule of MicroProfile Config.
     *
     * @param key a key
     * @return the key itself, then with an underscore for all but letters and digits, then that in
     *     upper case
     */
    public static Stream<String> environmentNames(String key) {
        return Stream.of(key, underscored(key), environmentName(key));
    }

    /**
     * The environment variable that a shell can set for a key.
     *
     * @param key a key
     * @return letters in upper case, digits and underscores
     */
    public static String environmentName(String key) {
        return underscored(key).toUpperCase(Locale.ROOT);
    }

    /**
     * Whether an environment variable sets an attribute of a named configuration.
     *
     * @param variable the name of a variable
     * @return true for example for {@code RESILIENCE4CATA_CONFIGS_SLOW_RATELIMITER_PERMITS}
     */
    public static boolean isConfigVariable(String variable) {
        return sets(variable, CONFIGS, ConfigKeys::environmentName);
    }

    /**
     * Whether a key, or an environment variable, sets an attribute of a limiter that is not known
     * by its method, so that it may be one of a pipeline.
     *
     * @param key a key, or the name of a variable
     * @return true for example for {@code resilience4cata.instances.search.rateLimiter.permits}
     */
    public static boolean mayBeOfPipeline(String key) {
        return key.indexOf('#') < 0
                && (sets(key, INSTANCES, UnaryOperator.identity())
                        || sets(key, INSTANCES, ConfigKeys::environmentName));
    }

    private static boolean sets(String key, String prefix, UnaryOperator<String> spelling) {
        String start = spelling.apply(prefix);
        return Arrays.stream(RateLimiterAttribute.values())
                .map(attribute -> spelling.apply("." + POLICY + attribute.key()))
                .anyMatch(
                        end ->
                                key.startsWith(start)
                                        && key.endsWith(end)
                                        && key.length() > start.length() + end.length());
    }

    private static String underscored(String key) {
        StringBuilder name = new StringBuilder(key);
        for (int i = 0; i < name.length(); i++) {
            if (!isLetterOrDigit(name.charAt(i))) {
                name.setCharAt(i, '_');
            }
        }
        return name.toString();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /**
     * The names of configurations that keys set.
     *
     * @param keys keys, of which those of named configurations count
     * @return the names, sorted
     */
    public static Set<String> configNames(Iterable<String> keys) {
        Set<String> names = new TreeSet<>();
        for (String key : keys) {
            if (key.startsWith(CONFIGS)) {
                configName(key).ifPresent(names::add);
            }
        }
        return names;
    }

    private static Optional<String> configName(String key) {
        for (RateLimiterAttribute attribute : RateLimiterAttribute.values()) {
            String end = "." + POLICY + attribute.key();
            if (key.startsWith(CONFIGS)
                    && key.endsWith(end)
                    && key.length() > CONFIGS.length() + end.length()) {
                return Optional.of(key.substring(CONFIGS.length(), key.length() - end.length()));
            }
        }
        return Optional.empty();
    }
}
