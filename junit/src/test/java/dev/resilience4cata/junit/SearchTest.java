// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test that README.md shows; a user's class is limited in it. */
@ExtendWith(ManualClockExtension.class)
class SearchTest {
    @Test
    void givesAPermitBackEach100Milliseconds(ManualClock clock, ResilienceRegistry registry) {
        Search search = new Search(registry);
        for (int i = 0; i < 10; i++) search.search("q" + i);
        assertThrows(RateLimitExceededException.class, () -> search.search("one too many"));
        clock.advance(Duration.ofMillis(100));
        assertEquals("results for next", search.search("next"));
    }
}

class Search {
    private final Pipeline<String> limit;

    Search(ResilienceRegistry registry) {
        limit =
                Pipeline.builder(registry, "search", String.class)
                        .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                        .build();
    }

    String search(String query) {
        return limit.execute(() -> "results for " + query);
    }
}
