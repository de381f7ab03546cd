// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.PropertySource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Properties from MicroProfile Config. The only class that touches it, so that it can be absent.
 * Safe for use by several threads.
 */
final class MicroProfileProperties implements PropertySource {

    private final List<Config> configs;

    private MicroProfileProperties(List<Config> configs) {
        this.configs = configs;
    }

    /**
     * The configuration of the thread's loader if the module is part of it, as in a web archive or
     * in Java SE. Otherwise, as in an enterprise archive that is started with the loader of its top
     * or of another module, that of the module and then that of the thread.
     *
     * @param modules the class loaders of all modules
     */
    static MicroProfileProperties seenBy(ClassLoader module, Set<ClassLoader> modules) {
        Config ofThread = ConfigProvider.getConfig();
        return new MicroProfileProperties(
                isOfThread(module, modules)
                        ? List.of(ofThread)
                        : List.of(ConfigProvider.getConfig(module), ofThread));
    }

    /** The loader of a web archive may be below that of the enterprise beans beside it. */
    private static boolean isOfThread(ClassLoader module, Set<ClassLoader> modules) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        while (loader != null && loader != module && !modules.contains(loader)) {
            loader = loader.getParent();
        }
        return loader == module;
    }

    @Override
    public @Nullable Property find(String key) {
        for (Config config : configs) {
            ConfigValue value = config.getConfigValue(key);
            if (value.getValue() != null) {
                return new Property(value.getValue(), value.getSourceName());
            }
            Property empty = empty(config, key);
            if (empty != null) {
                return empty;
            }
        }
        return null;
    }

    /** What an implementation of MicroProfile Config may take for nothing: an empty value. */
    private static @Nullable Property empty(Config config, String key) {
        for (ConfigSource source : config.getConfigSources()) {
            String value = source.getValue(key);
            if (value != null) {
                return value.isEmpty() ? new Property(value, source.getName()) : null;
            }
        }
        return null;
    }

    @Override
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (Config config : configs) {
            for (String name : config.getPropertyNames()) {
                names.add(name);
            }
        }
        return names;
    }
}
