// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.Resilient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The samples of the page, and what it says of them. */
class RateLimiterPageTest {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
    private final List<String> calls = new ArrayList<>();

    private final GeoApi backend =
            new GeoApi() {
                @Override
                public String geocode(String address) {
                    calls.add(address);
                    return "59.33, 18.07";
                }

                @Override
                public String reverse(double latitude, double longitude) {
                    calls.add(latitude + ", " + longitude);
                    return "Stockholm";
                }

                @Override
                public CompletableFuture<String> geocodeAsync(String address) {
                    calls.add(address);
                    return CompletableFuture.completedFuture("59.33, 18.07");
                }
            };

    @Test // Minimal example; Testing it with ManualClock
    void minimalExampleOnAManualClock() {
        SearchApi search = Resilient.of(SearchApi.class, query -> "results for " + query, registry);

        for (int i = 0; i < 10; i++) {
            search.search("q" + i); // a full burst of 10 is available at once
        }
        assertThatThrownBy(() -> search.search("one too many"))
                .isInstanceOf(RateLimitExceededException.class);

        clock.advance(Duration.ofMillis(100)); // permits come back one every 1s / 10
        assertThat(search.search("next")).isEqualTo("results for next");
        assertThatThrownBy(() -> search.search("again"))
                .isInstanceOf(RateLimitExceededException.class);
    }

    @Test // Minimal example: the generated class, and no proxy
    void theWrapperIsTheGeneratedClass() {
        SearchApi search = Resilient.of(SearchApi.class, query -> query, registry);
        assertThat(search).isExactlyInstanceOf(SearchApi$Resilient.class);
        assertThat(registry.snapshot().rateLimiters())
                .extracting(RateLimiterSnapshot::instance)
                .containsExactly(
                        "dev.resilience4cata.examples.docs.ratelimiter.SearchApi#search(java.lang.String)");
    }

    @Test // Minimal example: "Abridged: the real file uses fully qualified names."
    void theWrapperHasTheShapeOfThePage() throws IOException {
        String page =
                """
                public final class SearchApi$Resilient implements SearchApi {
                    // …
                    public SearchApi$Resilient(SearchApi delegate, dev.resilience4cata.ResilienceRegistry registry) {
                        // …
                        this.rateLimiter0 = registry.rateLimiterPolicy("dev.resilience4cata.examples.docs.ratelimiter.SearchApi#search(java.lang.String)", "", "", r4c$b -> {
                            r4c$b.permits(10);
                            r4c$b.period(java.time.Duration.ofNanos(1000000000L));
                        });
                    }

                    @Override
                    public java.lang.String search(java.lang.String p0) {
                        final dev.resilience4cata.generated.RateLimiterPolicy r4c$rateLimiter = this.rateLimiter0;
                        if (!r4c$rateLimiter.tryAcquire()) {
                            throw r4c$rateLimiter.rejection();
                        }
                        return this.delegate.search(p0);
                    }
                """;
        Path file =
                Path.of("target", "generated-sources", "annotations")
                        .resolve(SearchApi$Resilient.class.getName().replace('.', '/') + ".java");
        String qualified = SearchApi.class.getName() + " ";
        assertThat(Files.readString(file).replace(qualified, "SearchApi "))
                .containsSubsequence(page.split("(?m)^ *// …\n"));
    }

    @Test // Sharing and instance ids; On a ManualClock … a call that waits advances the clock
    void methodsOfOneNameShareALimiter() {
        GeoApi geo = Resilient.of(GeoApi.class, backend, registry);
        for (int i = 0; i < 5; i++) {
            geo.geocode("a" + i);
        }
        long before = clock.nanoTime();
        assertThat(geo.reverse(59.33, 18.07)).isEqualTo("Stockholm");
        assertThat(clock.nanoTime() - before).isEqualTo(200_000_000);
    }

    @Test // Handle
    void theHandleShowsTheLimiter() {
        assertThatThrownBy(() -> registry.rateLimiter("geocoding"))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.code()).isEqualTo("R4C-REG-009"));
        Resilient.of(GeoApi.class, backend, registry);
        RateLimiterHandle limiter = registry.rateLimiter("geocoding");
        int now = limiter.availablePermits(); // calls that would pass right now without waiting
        RateLimiterSnapshot snapshot = limiter.snapshot(); // instance, availablePermits, permits
        assertThat(now).isEqualTo(5);
        assertThat(snapshot.instance()).isEqualTo("geocoding");
        assertThat(snapshot.permits()).isEqualTo(5);
    }

    @Test // Async
    void aWaitingCallIsScheduledAndARejectionIsAFailedFuture() {
        GeoApi geo = Resilient.of(GeoApi.class, backend, registry);
        for (int i = 0; i < 5; i++) {
            assertThat(geo.geocodeAsync("a" + i)).isCompletedWithValue("59.33, 18.07");
        }
        CompletableFuture<String> waiting = geo.geocodeAsync("waits 200 ms");
        CompletableFuture<String> cancelled = geo.geocodeAsync("waits 400 ms");
        CompletableFuture<String> rejected = geo.geocodeAsync("would wait 600 ms");
        assertThat(waiting).isNotDone();
        assertThatThrownBy(rejected::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RateLimitExceededException.class);

        assertThat(cancelled.cancel(true)).isTrue();
        clock.advance(Duration.ofMillis(400));
        assertThat(waiting).isCompletedWithValue("59.33, 18.07");
        assertThat(calls).hasSize(6).doesNotContain("waits 400 ms");
        assertThat(geo.geocodeAsync("the permit that was given back")).isCompleted();
    }

    @Test // Same thing with Pipeline
    void sameThingWithPipeline() {
        SearchApi backend = query -> "results for " + query;
        Pipeline<String> search =
                Pipeline.builder(registry, "search", String.class)
                        .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                        .build();

        String results = search.execute(() -> backend.search("resilience"));

        assertThat(results).isEqualTo("results for resilience");
        assertThat(registry.rateLimiter("search").availablePermits()).isEqualTo(9);
    }

    @Test // S20
    void wrappedTwiceItHasOneLimiter() {
        SearchApi one = Resilient.of(SearchApi.class, query -> query, registry);
        SearchApi two = Resilient.of(SearchApi.class, query -> query, registry);
        for (int i = 0; i < 5; i++) {
            one.search("one");
            two.search("two");
        }
        assertThatThrownBy(() -> one.search("x")).isInstanceOf(RateLimitExceededException.class);
        assertThatThrownBy(() -> two.search("x")).isInstanceOf(RateLimitExceededException.class);
    }
}
