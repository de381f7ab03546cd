// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Shadow mode: everything passes, and what would have been rejected is published. */
class ShadowTest {

    private final ManualClock clock = new ManualClock();
    private final List<RateLimiterRejected> published = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder()
                    .clock(clock)
                    .listener(published::add)
                    .properties(
                            Map.of("resilience4cata.instances.mail.rateLimiter.shadow", "true")
                                    ::get)
                    .build();
    private final RateLimiterPolicy mail =
            registry.rateLimiterPolicy("mail", "", "", b -> b.permits(2));

    private static RateLimiterRejected shadow(String instance, long millis) {
        return new RateLimiterRejected(instance, Duration.ofMillis(millis), true);
    }

    @Test
    void whatWouldHaveBeenRejectedPassesAndIsPublished() {
        for (int call = 0; call < 4; call++) {
            assertThat(mail.tryAcquire()).isTrue();
        }
        mail.acquire();
        CompletionStage<String> found =
                mail.callAsync(() -> CompletableFuture.completedFuture("found"));
        assertThat(found).isCompletedWithValue("found");
        assertThat(published).hasSize(4).containsOnly(shadow("mail", 500));
    }

    @Test // the same refusals at the same times, whether it is enforced or not
    void theStateMovesAsIfItWereEnforced() {
        RateLimiterHandle handle = registry.rateLimiter("mail");
        assertThat(handle.snapshot().shadow()).isTrue();
        for (int call = 0; call < 7; call++) {
            mail.acquire();
        }
        assertThat(handle.availablePermits()).isZero();
        assertThat(handle.timeToNextPermit()).isEqualTo(Duration.ofMillis(500));
        published.clear();
        clock.advance(Duration.ofMillis(500));
        mail.acquire();
        assertThat(published).isEmpty();
        handle.reconfigure(b -> b.shadow(false));
        assertThat(mail.tryAcquire()).isFalse();
        assertThat(published)
                .containsExactly(new RateLimiterRejected("mail", Duration.ofMillis(500)));
    }

    @Test
    void nobodyWaitsAndSlotsAreTakenAllTheSame() {
        RateLimiterHandle handle = registry.rateLimiter("mail");
        handle.reconfigure(b -> b.maxWait(Duration.ofMillis(900)));
        for (int call = 0; call < 3; call++) {
            mail.acquire();
        }
        assertThat(clock.nanoTime()).isEqualTo(new ManualClock().nanoTime());
        assertThat(published).as("the third would have waited").isEmpty();
        mail.acquire();
        assertThat(published).containsExactly(shadow("mail", 1000));
    }

    @Test
    void keysTakeTurnsInShadowToo() {
        mail.ofKey("ann").acquire();
        mail.ofKey("ann").acquire();
        mail.ofKey("bob").acquire();
        assertThat(published).isEmpty();
        mail.ofKey("ann").acquire();
        assertThat(published).containsExactly(shadow("mail", 500));
    }

    @Test // with one that is enforced: that one alone decides, and what it refuses costs nothing
    void besideOneThatIsEnforced() {
        RateLimiterPolicy hourly =
                registry.rateLimiterPolicy(
                        "hourly", "", "", b -> b.permits(3).period(Duration.ofHours(1)));
        RateLimiterPolicy both = mail.and(hourly);
        for (int call = 0; call < 3; call++) {
            assertThat(both.tryAcquire()).isTrue();
        }
        assertThat(published).containsExactly(shadow("mail", 500));
        published.clear();
        clock.advance(Duration.ofSeconds(1));
        assertThat(both.tryAcquire()).isFalse();
        assertThat(published).extracting(RateLimiterRejected::instance).containsExactly("hourly");
        assertThat(registry.rateLimiter("mail").availablePermits()).isEqualTo(2);
    }
}
