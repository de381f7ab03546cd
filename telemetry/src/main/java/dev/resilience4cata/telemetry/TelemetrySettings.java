// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * What properties say. The main extension reports values that are neither true nor false; here they
 * are the default.
 */
final class TelemetrySettings {

    private static final String ENABLED = "resilience4cata.telemetry.enabled";
    private static final String ADMITTED = "resilience4cata.telemetry.admitted";
    private static final String JMX = "resilience4cata.telemetry.jmx";

    private TelemetrySettings() {}

    /** Whether there are metrics. */
    static boolean enabled() {
        return !value(ENABLED).equals("false");
    }

    /** Whether calls that pass are counted. */
    static boolean admitted() {
        return value(ADMITTED).equals("true");
    }

    /** What the application is called in JMX; empty if it has no beans there. */
    static String jmx() {
        return value(JMX);
    }

    private static String value(String key) {
        try {
            return MicroProfile.value(key).orElse("").strip();
        } catch (LinkageError | IllegalStateException e) { // no API, or no implementation of it
            String property = System.getProperty(key);
            String variable = System.getenv(key.replace('.', '_').toUpperCase(Locale.ROOT));
            return (property != null ? property : variable != null ? variable : "").strip();
        }
    }

    /** The only class that touches MicroProfile Config, so that it can be absent. */
    private static final class MicroProfile {

        static Optional<String> value(String key) {
            return ConfigProvider.getConfig().getOptionalValue(key, String.class);
        }
    }
}
