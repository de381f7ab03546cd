// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import dev.resilience4cata.ResilienceRegistry;

/**
 * Makes registries; the implementation is found through {@link java.util.ServiceLoader}.
 * Implementations must be safe for use by several threads.
 */
public interface RegistryProvider {

    /**
     * A builder on which nothing is set.
     *
     * @return a new builder
     */
    ResilienceRegistry.Builder newBuilder();
}
