// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where neither API is on the class path, an application runs as without this library. */
@Tag("without-apis")
class WithoutApiTest {

    @ApplicationScoped
    static class Search {
        @RateLimiter(name = "search", permits = 1, period = "1h")
        String search() {
            return "found";
        }
    }

    @Test
    void nothingListens() {
        assertThatThrownBy(() -> Class.forName("io.opentelemetry.api.OpenTelemetry"))
                .isInstanceOf(ClassNotFoundException.class);
        try (SeContainer container =
                SeContainerInitializer.newInstance()
                        .disableDiscovery()
                        .addExtensions(Extensions.ofThisProject())
                        .addBeanClasses(Search.class)
                        .initialize()) {
            Search search = container.select(Search.class).get();
            assertThat(search.search()).isEqualTo("found");
            assertThatThrownBy(search::search).isInstanceOf(RateLimitExceededException.class);
            assertThat(container.select(RateLimiterListener.class, Any.Literal.INSTANCE)).isEmpty();
        }
    }
}
