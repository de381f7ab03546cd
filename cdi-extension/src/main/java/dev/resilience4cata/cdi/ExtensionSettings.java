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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What properties say about the extension itself, with what is wrong with them. */
final class ExtensionSettings {

    /** Where the interceptor stands among others. */
    static final String PRIORITY = ConfigKeys.PREFIX + "cdi.interceptor.priority";

    /** Whether combinations that surprise are a warning. */
    static final String COMBINATIONS = ConfigKeys.PREFIX + "cdi.combinations";

    private static final String STRICT = ConfigKeys.PREFIX + "cdi.strict";
    private static final String INTERFACES = ConfigKeys.PREFIX + "cdi.interfaces";

    /** Switches that rate-limiter-telemetry reads; here they are known and checked. */
    private static final Set<String> SWITCHES_OF_TELEMETRY =
            Set.of(
                    ConfigKeys.PREFIX + "telemetry.enabled",
                    ConfigKeys.PREFIX + "telemetry.admitted");

    private static final Set<String> OTHERS =
            Set.of(PRIORITY, STRICT, INTERFACES, COMBINATIONS, ConfigKeys.PREFIX + "telemetry.jmx");

    /** All keys that are not those of limiters. */
    static final Set<String> KEYS =
            Stream.concat(OTHERS.stream(), SWITCHES_OF_TELEMETRY.stream())
                    .collect(Collectors.toUnmodifiableSet());

    /** All keys of the module for REST, which reads them itself. */
    static final Set<String> KEYS_OF_REST =
            Set.of(
                    ConfigKeys.PREFIX + "rest.headers",
                    ConfigKeys.PREFIX + "rest.instance",
                    ConfigKeys.PREFIX + "rest.longestPause",
                    ConfigKeys.PREFIX + "rest.policy",
                    ConfigKeys.PREFIX + "rest.trustedProxies");

    private final List<String> mistakes = new ArrayList<>();
    private OptionalInt interceptorPriority = OptionalInt.empty();
    private boolean strict;
    private boolean interfaces = true;
    private boolean combinations = true;

    private ExtensionSettings() {}

    static ExtensionSettings read(PropertySource properties) {
        ExtensionSettings settings = new ExtensionSettings();
        PropertySource.Property priority = properties.find(PRIORITY);
        if (priority != null) {
            settings.readPriority(priority);
        }
        settings.strict = settings.readSwitch(STRICT, properties, false);
        settings.interfaces = settings.readSwitch(INTERFACES, properties, true);
        settings.combinations = settings.readSwitch(COMBINATIONS, properties, true);
        for (String key : SWITCHES_OF_TELEMETRY) {
            boolean unused = settings.readSwitch(key, properties, false);
        }
        return settings;
    }

    /** With what was fixed before, whatever the properties say now. */
    ExtensionSettings withFixed(int priority, boolean fromInterfaces) {
        interceptorPriority = OptionalInt.of(priority);
        interfaces = fromInterfaces;
        return this;
    }

    private void readPriority(PropertySource.Property property) {
        try {
            interceptorPriority = OptionalInt.of(Integer.parseInt(property.value().strip()));
        } catch (NumberFormatException e) {
            mistake(PRIORITY, property, "is no whole number. Write a priority such as 3900.");
        }
    }

    private boolean readSwitch(String key, PropertySource properties, boolean unset) {
        PropertySource.Property property = properties.find(key);
        if (property == null) {
            return unset;
        }
        String value = property.value().strip();
        if (!value.equals("true") && !value.equals("false")) {
            mistake(key, property, "is neither true nor false. Write true or false.");
        }
        return value.equals("true");
    }

    private void mistake(String key, PropertySource.Property property, String text) {
        mistakes.add(key + ": \"" + property.value() + "\" in " + property.source() + " " + text);
    }

    /** Empty: the priority of the interceptor class. */
    OptionalInt interceptorPriority() {
        return interceptorPriority;
    }

    /** The priority that the interceptor has. */
    int effectivePriority() {
        return interceptorPriority.orElse(RateLimiterInterceptor.PRIORITY);
    }

    /** Whether what would be a warning is an error. */
    boolean strict() {
        return strict;
    }

    /** Whether a bean has the limits of the interfaces that it implements. */
    boolean interfaces() {
        return interfaces;
    }

    /** Whether what surprises in combination with other policies is a warning. */
    boolean combinations() {
        return combinations;
    }

    void report(Problems problems) {
        mistakes.forEach(mistake -> problems.add(ErrorCode.PROPERTY_INVALID, mistake));
    }
}
