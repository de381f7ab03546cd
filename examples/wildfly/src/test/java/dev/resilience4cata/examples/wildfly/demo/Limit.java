// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
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
 * @param properties what {@code microprofile-config.properties} sets, or an empty list
 * @param annotated what would hold without the properties
 * @param expected what holds
 */
record Limit(
        String id,
        String annotation,
        List<String> properties,
        RateLimiterConfig annotated,
        RateLimiterConfig expected) {

    static Limit of(String id, RateLimiter annotation) throws IOException {
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
            String value =
                    file.getProperty(
                            "resilience4cata.instances." + id + ".rateLimiter." + attribute.key());
            if (value != null) {
                written.put(attribute, value);
                properties.add(attribute.key() + "=" + value);
            }
        }
        return new Limit(id, words, properties, annotated, build(written));
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
