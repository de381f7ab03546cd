// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.spi.RegistryProvider;
import java.lang.reflect.Proxy;
import java.util.ServiceLoader;

/** What {@link dev.resilience4cata.Resilient} does where no wrapper was generated. */
class ProxyTest extends LimitedCalls {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();

    @Override
    <T> T limited(Class<T> type, Class<? extends T> implementation) {
        T limited =
                ServiceLoader.load(RegistryProvider.class)
                        .findFirst()
                        .orElseThrow()
                        .limit(type, Objects.make(implementation), registry);
        assertThat(Proxy.isProxyClass(limited.getClass())).isTrue();
        return limited;
    }

    @Override
    ManualClock clock() {
        return clock;
    }

    @Override
    ResilienceRegistry registry() {
        return registry;
    }
}
