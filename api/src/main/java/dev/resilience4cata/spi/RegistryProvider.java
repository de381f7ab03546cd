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

    /**
     * An object whose calls are limited as the annotations of an interface say, for interfaces
     * without a generated wrapper.
     *
     * @param <T> the interface
     * @param type the interface
     * @param delegate gets the calls that are admitted
     * @param registry holds the limiters
     * @return a proxy, or the delegate itself if the interface limits nothing
     * @throws dev.resilience4cata.ResilienceException if an annotation is wrong or stands where it
     *     can never act, if the type cannot have a proxy (R4C-REG-013), or what the registry says
     */
    <T> T limit(Class<T> type, T delegate, ResilienceRegistry registry);
}
