// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.ConfigResolver;
import dev.resilience4cata.impl.PropertySource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The modules of an application, and what resolves their limiters, with the properties that the
 * module sees: the web archives of an enterprise archive have a configuration each, and so a store.
 * Safe for use by several threads.
 */
final class ModuleResolvers {

    private final Function<Class<?>, ClassLoader> modules;
    private final Set<ClassLoader> noted = ConcurrentHashMap.newKeySet();
    private final Map<ClassLoader, PropertySource> properties = new ConcurrentHashMap<>();
    private final Map<ClassLoader, ModuleStore> stores = new ConcurrentHashMap<>();

    /**
     * Begins; reads nothing yet.
     *
     * @param modules the class loader that stands for the module of a class
     */
    ModuleResolvers(Function<Class<?>, ClassLoader> modules) {
        this.modules = modules;
    }

    /** The class loader that stands for the module of a class. */
    ClassLoader module(Class<?> type) {
        return modules.apply(type);
    }

    /** Notes, while the application is deployed, the module that a class is in. */
    void note(Class<?> type) {
        ClassLoader module = modules.apply(type);
        if (module != null) { // that of a class of the platform
            noted.add(module);
        }
    }

    /** The class loaders of all modules that were noted. */
    Set<ClassLoader> modules() {
        return noted;
    }

    /** The properties of a module; to be asked for when all modules have been noted. */
    PropertySource properties(ClassLoader module) {
        return properties.computeIfAbsent(
                module, any -> ApplicationProperties.seenBy(module, noted));
    }

    ConfigResolver resolver(ClassLoader module) {
        return new ConfigResolver(properties(module), Map.of());
    }

    /** Where a module keeps shared limits, if it has no bean for that; opens nothing yet. */
    ModuleStore store(ClassLoader module) {
        return stores.computeIfAbsent(module, any -> new ModuleStore(any, properties(any)));
    }

    /** Closes all stores that were opened; without lambdas, as in {@link ModuleStore}. */
    void closeStores() {
        for (ModuleStore each : stores.values()) {
            each.close();
        }
    }

    /** All keys that are set in a module that was asked for. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (PropertySource source : properties.values()) {
            names.addAll(source.names());
        }
        return names;
    }
}
