// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.ResilienceException;
import java.time.Duration;
import java.util.Set;

/**
 * What properties say about how a registry uses its store. Immutable, so safe to share between
 * threads.
 *
 * @param timeoutNanos how long a call waits for an answer of the store, above zero
 * @param expectedInstances how many instances share the limits, as far as is known; at least 1
 */
public record ClusterSettings(long timeoutNanos, int expectedInstances) {

    private static final String TIMEOUT = ConfigKeys.PREFIX + "cluster.timeout";
    private static final String INSTANCES = ConfigKeys.PREFIX + "cluster.expectedInstances";

    /** The keys that are read here. */
    public static final Set<String> KEYS = Set.of(TIMEOUT, INSTANCES);

    /** What the keys of the stores begin with, each with a part of its own behind it. */
    public static final String PREFIX = ConfigKeys.PREFIX + "cluster.";

    /** Long enough for a pause of a store that works, short enough for somebody who waits. */
    private static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(50);

    private static final int DEFAULT_INSTANCES = 2;

    /**
     * Reads the settings.
     *
     * @param properties where the keys are looked up
     * @param problems gets what is wrong; the default counts then
     * @return the settings
     */
    public static ClusterSettings read(PropertySource properties, Problems problems) {
        Duration timeout =
                read(
                        TIMEOUT,
                        RateLimiterAttribute.PERIOD,
                        Duration.class,
                        DEFAULT_TIMEOUT,
                        properties,
                        problems);
        int instances =
                read(
                        INSTANCES,
                        RateLimiterAttribute.MAX_KEYS,
                        Integer.class,
                        DEFAULT_INSTANCES,
                        properties,
                        problems);
        return new ClusterSettings(timeout.toNanos(), instances);
    }

    /**
     * Reads one.
     *
     * @param like an attribute with the same values: a time above zero, a number of at least 1
     */
    private static <T> T read(
            String key,
            RateLimiterAttribute like,
            Class<T> type,
            T unset,
            PropertySource properties,
            Problems problems) {
        PropertySource.Property property = properties.find(key);
        if (property == null) {
            return unset;
        }
        try {
            return type.cast(like.parse(property.value()));
        } catch (ResilienceException e) {
            problems.addFor(
                    key,
                    ErrorCode.PROPERTY_INVALID,
                    key
                            + " = \""
                            + property.value()
                            + "\" in "
                            + property.source()
                            + " is no "
                            + (type == Duration.class
                                    ? "time above zero. Write a time such as 50ms."
                                    : "whole number of at least 1. Write how many instances share"
                                            + " the limits."));
            return unset;
        }
    }
}
