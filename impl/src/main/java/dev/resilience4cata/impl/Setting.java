// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterAttribute;
import org.jspecify.annotations.Nullable;

/**
 * A value of an attribute and where it came from. Immutable, so safe to share between threads.
 *
 * @param attribute the attribute
 * @param value what {@link RateLimiterAttribute#parse} returns
 * @param origin for a person: {@code annotation}, or a key and the source of its value
 * @param property whether it came from a property
 */
public record Setting(
        RateLimiterAttribute attribute, Object value, String origin, boolean property) {

    /** Not as a record does it: the JDK keeps the last class loader that linked that. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Setting that
                && attribute == that.attribute
                && value.equals(that.value)
                && origin.equals(that.origin)
                && property == that.property;
    }

    @Override
    public int hashCode() {
        return 31 * value.hashCode() + origin.hashCode();
    }

    @Override
    public String toString() {
        return attribute.key() + " = " + attribute.text(value) + " (" + origin + ")";
    }
}
