// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterAttribute;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The values of the limiters of a registry, kept once for all that have the same ones and have them
 * from the same places. Safe for use by several threads.
 */
final class SharedValues {

    /**
     * What limiters have in common.
     *
     * @param quota what they begin with
     * @param settings where it comes from
     */
    record Values(Quota quota, Map<RateLimiterAttribute, Setting> settings) {

        static Values of(LimiterDefinition definition) {
            return new Values(definition.quota(), definition.settings());
        }
    }

    /** By the settings, from which the configuration follows. */
    private final Map<Map<RateLimiterAttribute, Setting>, Values> known = new ConcurrentHashMap<>();

    Values of(LimiterDefinition definition) {
        return known.computeIfAbsent(definition.settings(), settings -> Values.of(definition));
    }
}
