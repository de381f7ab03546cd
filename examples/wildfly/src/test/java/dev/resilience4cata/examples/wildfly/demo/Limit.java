// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.RateLimiter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * What the application itself says about one of its limiters.
 *
 * @param id the instance id
 * @param annotation the annotation in words
 * @param properties what properties set, or an empty list
 * @param annotated what would hold without the properties
 * @param expected what holds
 */
record Limit(
        String id,
        String annotation,
        List<String> properties,
        RateLimiterConfig annotated,
        RateLimiterConfig expected) {

    /**
     * Reads what the application says.
     *
     * @param operator properties that the server has beside those of the application, and which win
     */
    static Limit of(String id, RateLimiter annotation, Map<String, String> operator)
            throws IOException {
        Map<RateLimiterAttribute, String> written = new EnumMap<>(RateLimiterAttribute.class);
        written.put(RateLimiterAttribute.PERMITS, String.valueOf(annotation.permits()));
        written.put(RateLimiterAttribute.PERIOD, annotation.period());
        String words = annotation.permits() + " per " + annotation.period();
        if (!annotation.maxWait().isEmpty()) {
            written.put(RateLimiterAttribute.MAX_WAIT, annotation.maxWait());
            words += ", may wait " + annotation.maxWait();
        }
        RateLimiterConfig annotated = build(written);

        Properties file = applicationProperties();
        List<String> properties = new ArrayList<>();
        for (RateLimiterAttribute attribute : RateLimiterAttribute.values()) {
            String key = "resilience4cata.instances." + id + ".rateLimiter." + attribute.key();
            String value = operator.getOrDefault(key, file.getProperty(key));
            if (value != null) {
                written.put(attribute, value);
                properties.add(attribute.key() + "=" + value);
            }
        }
        return new Limit(id, words, properties, annotated, build(written));
    }

    /** What holds, as far as a snapshot shows it. */
    RateLimiterConfig shown() {
        return new RateLimiterConfig(
                expected.permits(),
                expected.period(),
                expected.burst(),
                expected.maxWait(),
                expected.enabled(),
                expected.maxKeys(),
                expected.shadow(),
                expected.scope(),
                StoreFailure.LOCAL,
                false);
    }

    /** For people. */
    List<String> lines() {
        String says = "annotation says " + annotation;
        return properties.isEmpty()
                ? List.of(says)
                : List.of(says, "properties say  " + String.join(", ", properties));
    }

    private static RateLimiterConfig build(Map<RateLimiterAttribute, String> written) {
        RateLimiterConfig.Builder config = RateLimiterConfig.builder();
        written.forEach((attribute, text) -> config.set(attribute, attribute.parse(text)));
        return config.build();
    }

    private static Properties applicationProperties() throws IOException {
        Properties properties = new Properties();
        try (InputStream file =
                Limit.class.getResourceAsStream("/META-INF/microprofile-config.properties")) {
            if (file == null) {
                throw new IOException("The application has no microprofile-config.properties");
            }
            properties.load(file);
        }
        return properties;
    }
}
