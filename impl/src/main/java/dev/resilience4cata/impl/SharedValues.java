// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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

    private record Key(RateLimiterConfig config, Map<RateLimiterAttribute, Setting> settings) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && config.equals(that.config)
                    && settings.equals(that.settings);
        }

        /** Of the values alone: how often they differ only by their places does not matter. */
        @Override
        public int hashCode() {
            return 31 * config.permits() + config.period().hashCode();
        }
    }

    private final Map<Key, Values> known = new ConcurrentHashMap<>();

    Values of(LimiterDefinition definition) {
        return known.computeIfAbsent(
                new Key(definition.config(), definition.settings()), key -> Values.of(definition));
    }
}
