// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

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

        /** By hand to the end: the JDK keeps the last class loader that linked that of a record. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && config.permits() == that.config.permits()
                    && config.period().equals(that.config.period())
                    && config.burst() == that.config.burst()
                    && config.maxWait().equals(that.config.maxWait())
                    && config.enabled() == that.config.enabled()
                    && settings.keySet().equals(that.settings.keySet())
                    && settings.keySet().stream().allMatch(each -> isSame(each, that));
        }

        private boolean isSame(RateLimiterAttribute attribute, Key that) {
            Setting mine = requireNonNull(settings.get(attribute));
            Setting other = requireNonNull(that.settings.get(attribute));
            return mine.value().equals(other.value())
                    && mine.origin().equals(other.origin())
                    && mine.property() == other.property();
        }

        @Override
        public int hashCode() {
            int hash = 31 * config.permits() + config.period().hashCode();
            for (Setting setting : settings.values()) {
                hash = 31 * hash + setting.origin().hashCode();
            }
            return hash;
        }
    }

    private final Map<Key, Values> known = new ConcurrentHashMap<>();

    Values of(LimiterDefinition definition) {
        return known.computeIfAbsent(
                new Key(definition.config(), definition.settings()), key -> Values.of(definition));
    }
}
