// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.spi.RegistryProvider;
import java.lang.reflect.Proxy;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What {@link Resilient} does where no wrapper was generated. */
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

    private interface Hidden {
        @RateLimiter(permits = 1)
        int call();
    }

    @Test // for which no wrapper can be generated
    void limitsAPrivateInterface() {
        Hidden hidden = Resilient.of(Hidden.class, () -> 5, registry);
        assertThat(Proxy.isProxyClass(hidden.getClass())).isTrue();
        assertThat(hidden.call()).isEqualTo(5);
        assertThatThrownBy(hidden::call).isInstanceOf(RateLimitExceededException.class);
    }
}
