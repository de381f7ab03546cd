// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The samples of the documentation, word for word, and what it says of them. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class DocumentedBeansTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.instances.geocoding.rateLimiter.permits = 20",
                Geocoder.class,
                SearchService.class,
                TestClock.class,
                Catalogue.class);
    }

    // README.md
    @ApplicationScoped
    public static class Geocoder {

        @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
        public String geocode(String address) {
            return "59.33, 18.07"; // the call of the service whose quota you must keep
        }
    }

    // docs/getting-started.md
    @ApplicationScoped
    public static class SearchService {

        @RateLimiter(permits = 10, period = "1s")
        public String search(String query) {
            return "results for " + query;
        }
    }

    // docs/getting-started.md
    @ApplicationScoped
    public static class TestClock {

        @Produces @Singleton ManualClock clock = new ManualClock();
    }

    // docs/getting-started.md
    @ApplicationScoped
    public static class Catalogue {

        @Inject ResilienceRegistry registry;

        private Pipeline<String> search;

        @PostConstruct
        void limit() {
            search =
                    Pipeline.builder(registry, "catalogue", String.class)
                            .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                            .rateLimiter(rl -> rl.permits(100).period(Duration.ofHours(1)))
                            .build();
        }

        public String search(String query) {
            return search.execute(() -> "results for " + query);
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Geocoder geocoder;
    @Inject SearchService search;
    @Inject Catalogue catalogue;

    @Test
    void thePropertyMakesThat20Permits() {
        for (int i = 0; i < 20; i++) {
            assertEquals("59.33, 18.07", geocoder.geocode("Stockholm"));
        }
        assertEquals(0, clock.nanoTime());
        geocoder.geocode("Stockholm");
        assertEquals(50_000_000, clock.nanoTime());
    }

    @Test
    void searchPassesTenTimes() {
        for (int i = 0; i < 10; i++) {
            assertEquals("results for q", search.search("q"));
        }
        assertThrows(RateLimitExceededException.class, () -> search.search("q"));
    }

    /** C42: "a call that one of them rejects costs nothing in the other". */
    @Test
    void aPipelineOfABeanHasTwoLimits() {
        for (int i = 0; i < 10; i++) {
            assertEquals("results for q", catalogue.search("q"));
        }
        RateLimiterHandle perHour = registry.rateLimiter("catalogue/2");
        assertEquals(90, perHour.availablePermits());
        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> catalogue.search("q"));
        assertEquals("catalogue", rejection.instanceId());
        assertEquals(90, perHour.availablePermits());
    }
}
