// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterAttribute;

/**
 * A value of an attribute and where it came from. Immutable, so safe to share between threads.
 *
 * @param attribute the attribute
 * @param value an {@code Integer}, a {@code Duration} or a {@code Boolean}, as the attribute has it
 * @param origin for a person: {@code annotation}, or a key and the source of its value
 * @param property whether it came from a property
 */
public record Setting(
        RateLimiterAttribute attribute, Object value, String origin, boolean property) {

    @Override
    public String toString() {
        return attribute.key() + " = " + value + " (" + origin + ")";
    }
}
