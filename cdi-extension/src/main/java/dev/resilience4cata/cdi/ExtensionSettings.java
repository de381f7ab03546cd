// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.impl.ConfigKeys;
import dev.resilience4cata.impl.Problems;
import dev.resilience4cata.impl.PropertySource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** What properties say about the extension itself, with what is wrong with them. */
final class ExtensionSettings {

    private static final String PRIORITY = ConfigKeys.PREFIX + "cdi.interceptor.priority";
    private static final String STRICT = ConfigKeys.PREFIX + "cdi.strict";

    /** All keys of the extension. */
    static final Set<String> KEYS = Set.of(PRIORITY, STRICT);

    private final List<String> mistakes = new ArrayList<>();
    private OptionalInt interceptorPriority = OptionalInt.empty();
    private boolean strict;

    private ExtensionSettings() {}

    static ExtensionSettings read(PropertySource properties) {
        ExtensionSettings settings = new ExtensionSettings();
        PropertySource.Property priority = properties.find(PRIORITY);
        if (priority != null) {
            settings.readPriority(priority);
        }
        PropertySource.Property strict = properties.find(STRICT);
        if (strict != null) {
            settings.readStrict(strict);
        }
        return settings;
    }

    private void readPriority(PropertySource.Property property) {
        try {
            interceptorPriority = OptionalInt.of(Integer.parseInt(property.value().strip()));
        } catch (NumberFormatException e) {
            mistake(PRIORITY, property, "is no whole number. Write a priority such as 3900.");
        }
    }

    private void readStrict(PropertySource.Property property) {
        switch (property.value().strip()) {
            case "true" -> strict = true;
            case "false" -> strict = false;
            default -> mistake(STRICT, property, "is neither true nor false. Write true or false.");
        }
    }

    private void mistake(String key, PropertySource.Property property, String text) {
        mistakes.add(key + ": \"" + property.value() + "\" in " + property.source() + " " + text);
    }

    /** Empty: the priority of the interceptor class. */
    OptionalInt interceptorPriority() {
        return interceptorPriority;
    }

    /** Whether what would be a warning is an error. */
    boolean strict() {
        return strict;
    }

    void report(Problems problems) {
        mistakes.forEach(mistake -> problems.add(ErrorCode.PROPERTY_INVALID, mistake));
    }
}
