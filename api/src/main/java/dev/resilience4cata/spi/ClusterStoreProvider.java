// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import java.util.Optional;
import java.util.function.Function;

/**
 * Opens a {@link ClusterStore} as properties say; found through {@link java.util.ServiceLoader}.
 * Implementations must be safe for use by several threads.
 */
public interface ClusterStoreProvider {

    /**
     * Opens a store, if there is a property that asks for it.
     *
     * @param properties the value of a property by its key
     * @return a store that its user closes; empty if no property of this provider is set
     * @throws dev.resilience4cata.ResilienceException if a property is invalid, or if the store is
     *     reached and found not to do what a store must do; never because it cannot be reached
     */
    Optional<ClusterStore> open(Function<String, Optional<String>> properties);
}
