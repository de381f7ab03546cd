// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.spi.RegistryProvider;

/** Called by {@link java.util.ServiceLoader}. Safe for use by several threads. */
public final class LimiterRegistryProvider implements RegistryProvider {

    /** Creates a provider. */
    public LimiterRegistryProvider() {}

    @Override
    public ResilienceRegistry.Builder newBuilder() {
        return new LimiterRegistryBuilder();
    }

    @Override
    public <T> T limit(Class<T> type, T delegate, ResilienceRegistry registry) {
        return LimitedProxy.around(type, delegate, registry);
    }
}
