// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The samples of the page, on beans. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class PageSamplesTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, Calls.class, Search.class, Geocoding.class);
    }

    @ApplicationScoped
    static class Search {
        @RateLimiter(permits = 10, period = "1s")
        String search(String query) {
            return "results for " + query;
        }
    }

    @ApplicationScoped
    static class Geocoding {
        @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
        String geocode(String address) {
            return "place of " + address;
        }

        @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
        String reverse(double latitude, double longitude) {
            return "address of " + latitude + ", " + longitude;
        }

        @RateLimiter(name = "geocoding-async", permits = 5, period = "1s", maxWait = "500ms")
        CompletableFuture<String> geocodeAsync(String address) {
            return CompletableFuture.completedFuture("place of " + address);
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Search search;
    @Inject Geocoding geocoding;

    /** "Testing it with ManualClock". */
    @Test
    void permitsComeBackOneByOne() {
        clock.advance(Duration.ofDays(1)); // the other tests use the limiter too

        for (int i = 0; i < 10; i++) {
            search.search("q" + i);
        }
        assertThrows(RateLimitExceededException.class, () -> search.search("one too many"));

        clock.advance(Duration.ofMillis(100));
        assertEquals("results for next", search.search("next"));
        assertThrows(RateLimitExceededException.class, () -> search.search("again"));
    }

    /** "a window of one period can see up to twice permits calls" (C11). */
    @Test
    void aBurstAndTheSteadyRatePassInOnePeriod() {
        clock.advance(Duration.ofDays(1));
        int passed = 0;
        for (int millis = 0; millis <= 1000; millis++) {
            while (!Calls.isRejected(() -> search.search("q"))) {
                passed++;
            }
            clock.advance(Duration.ofMillis(1));
        }

        assertEquals(20, passed);
    }

    /** "geocode and reverse share 5 permits per second … the next call waits 200 ms". */
    @Test
    void twoMethodsShareALimitAndWait() {
        clock.advance(Duration.ofDays(1));
        long start = clock.nanoTime();
        for (int i = 0; i < 3; i++) {
            geocoding.geocode("Rome");
        }
        geocoding.reverse(41.9, 12.5);
        geocoding.reverse(41.9, 12.5);
        assertEquals(0, clock.nanoTime() - start);

        assertEquals("place of Rome", geocoding.geocode("Rome"));
        assertEquals(200_000_000, clock.nanoTime() - start);
        assertEquals("address of 41.9, 12.5", geocoding.reverse(41.9, 12.5));
        assertEquals(400_000_000, clock.nanoTime() - start);
    }

    /** "a call that would have to wait longer than 500 ms is rejected at once" and "Async". */
    @Test
    void asynchronousCallsQueueWithinMaxWait() {
        clock.advance(Duration.ofDays(1));
        List<CompletableFuture<String>> places = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            places.add(geocoding.geocodeAsync("Rome"));
        }

        assertTrue(places.subList(0, 5).stream().allMatch(CompletableFuture::isDone));
        assertTrue(places.subList(5, 7).stream().noneMatch(CompletableFuture::isDone));
        CompletionException rejected =
                assertThrows(CompletionException.class, () -> places.get(7).getNow(null));
        assertInstanceOf(RateLimitExceededException.class, rejected.getCause());

        clock.advance(Duration.ofMillis(200));
        assertEquals("place of Rome", places.get(5).getNow(null));
        assertFalse(places.get(6).isDone());
        clock.advance(Duration.ofMillis(200));
        assertEquals("place of Rome", places.get(6).getNow(null));
    }

    /** "Handle". */
    @Test
    void aHandleShowsTheLimiter() {
        clock.advance(Duration.ofDays(1));
        RateLimiterHandle limiter = registry.rateLimiter("geocoding");
        assertEquals(5, limiter.availablePermits());

        geocoding.geocode("Rome");

        assertEquals(4, limiter.availablePermits());
        assertEquals(
                new RateLimiterSnapshot(
                        "geocoding", 4, 5, Duration.ofSeconds(1), 5, Duration.ofMillis(500), true),
                limiter.snapshot());
    }
}
