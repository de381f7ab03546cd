// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.cdi.RateLimiterExtension;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The interceptor of the container, on beans that implement the interfaces. */
@SuppressWarnings("NullAway.Init")
class InterceptorTest extends LimitedCalls {

    @ApplicationScoped
    static class Time {
        @Produces @Singleton ManualClock clock = new ManualClock();
    }

    private SeContainer container;

    @BeforeEach
    void start() {
        container =
                SeContainerInitializer.newInstance()
                        .disableDiscovery()
                        .addExtensions(new RateLimiterExtension())
                        .addBeanClasses(
                                Time.class,
                                Services.Mailer.class,
                                Services.Register.class,
                                Services.Visitors.class,
                                Services.All.class,
                                Services.Neighbour.class,
                                Services.Starter.class,
                                Services.Searcher.class)
                        .initialize();
    }

    @Test // nor do the others of this class have it on their class path
    void theContainerNeedsNoJakartaRest() {
        assertThatThrownBy(() -> Class.forName("jakarta.ws.rs.Path"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(registry().snapshot().rateLimiters()).isNotEmpty();
    }

    @AfterEach
    void stop() {
        container.close();
    }

    @Override
    <T> T limited(Class<T> type, Class<? extends T> implementation) {
        return container.select(implementation).get();
    }

    @Override
    ManualClock clock() {
        return container.select(ManualClock.class).get();
    }

    @Override
    ResilienceRegistry registry() {
        return container.select(ResilienceRegistry.class).get();
    }
}
