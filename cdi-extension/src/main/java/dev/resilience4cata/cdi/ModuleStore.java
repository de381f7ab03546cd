// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.PropertySource;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.ClusterStoreProvider;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Where a module of an application keeps the limits that it shares with other instances, if it has
 * no bean for that: what the first provider opens that has properties. Safe for use by several
 * threads.
 */
final class ModuleStore {

    private final ClassLoader module;
    private final PropertySource properties;
    private @Nullable ClusterStore store;
    private boolean closed;

    ModuleStore(ClassLoader module, PropertySource properties) {
        this.module = module;
        this.properties = properties;
    }

    /**
     * The store; opens it when it is first asked for.
     *
     * @return empty if no provider has properties, or if the module was closed
     * @throws dev.resilience4cata.ResilienceException if a property is invalid, or the store is
     *     none
     */
    synchronized Optional<ClusterStore> open() {
        if (store == null && !closed) {
            store = openBy(module);
            ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
            if (store == null && ofThread != module) {
                store = openBy(ofThread); // that of the whole application, where they differ
            }
        }
        return Optional.ofNullable(store);
    }

    private @Nullable ClusterStore openBy(ClassLoader loader) {
        for (ClusterStoreProvider provider :
                ServiceLoader.load(ClusterStoreProvider.class, loader)) {
            Optional<ClusterStore> opened = provider.open(this::property);
            if (opened.isPresent()) {
                return opened.get();
            }
        }
        return null;
    }

    private Optional<String> property(String key) {
        PropertySource.Property property = properties.find(key);
        return property == null ? Optional.empty() : Optional.of(property.value());
    }

    /** Without lambdas: a server may have closed the class loader that would link them. */
    void close() {
        ClusterStore open;
        synchronized (this) {
            closed = true;
            open = store;
            store = null;
        }
        if (open != null) {
            open.close();
        }
    }
}
