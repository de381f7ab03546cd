// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where properties come from. Implementations must be safe for use by several threads. */
public interface PropertySource {

    /**
     * A property that is set.
     *
     * @param value its raw value, which may be blank
     * @param source what set it, for a person
     */
    record Property(String value, String source) {}

    /**
     * Looks a key up.
     *
     * @param key a key as the documentation spells it
     * @return null if it is not set
     */
    @Nullable Property find(String key);

    /**
     * The keys that are known to be set.
     *
     * @return as many as the source can list; some list none
     */
    default Set<String> names() {
        return Set.of();
    }

    /**
     * A source that is only a function.
     *
     * @param lookup the value of a key, or null
     * @return a source that lists no names
     */
    static PropertySource of(Function<String, @Nullable String> lookup) {
        return key -> {
            String value = lookup.apply(key);
            return value == null ? null : new Property(value, "properties");
        };
    }
}
