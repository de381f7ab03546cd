// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.ConfigKeys;
import dev.resilience4cata.impl.PropertySource;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Properties without MicroProfile Config: system properties, then the environment by its rule for
 * names. Safe for use by several threads.
 */
final class SystemProperties implements PropertySource {

    @Override
    public @Nullable Property find(String key) {
        String property = System.getProperty(key);
        if (property != null) {
            return new Property(property, "system properties");
        }
        return ConfigKeys.environmentNames(key)
                .filter(name -> System.getenv(name) != null)
                .map(name -> new Property(System.getenv(name), "environment variable " + name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new TreeSet<>(System.getProperties().stringPropertyNames());
        names.addAll(System.getenv().keySet());
        return names;
    }
}
