// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterWaited;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** S24: what listeners hear besides rejections, and what they may count. */
class ListenersTest {

    private final ManualClock clock = new ManualClock();
    private final List<RateLimiterWaited> waited = new ArrayList<>();
    private final Map<String, LongAdder> counters = new HashMap<>();
    private final List<ResilienceRegistry> closed = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder()
                    .clock(clock)
                    .listener(event -> {}) // hears of rejections only
                    .listener(new Everything())
                    .build();
    private final RateLimiterPolicy mail =
            registry.rateLimiterPolicy("mail", "", "", b -> b.permits(1).maxWait(ofMillis(2_500)));

    private final class Everything implements RateLimiterListener {
        @Override
        public void onRejected(RateLimiterRejected event) {}

        @Override
        public void onWaited(RateLimiterWaited event) {
            waited.add(event);
        }

        @Override
        public @Nullable LongAdder onCreated(ResilienceRegistry of, String instance) {
            return instance.equals("uncounted")
                    ? null
                    : counters.computeIfAbsent(instance, id -> new LongAdder());
        }

        @Override
        public void onClosed(ResilienceRegistry of) {
            closed.add(of);
        }
    }

    private static RateLimiterWaited waited(String instance, long millis) {
        return new RateLimiterWaited(instance, ofMillis(millis));
    }

    private long admitted(String instance) {
        return counters.get(instance).sum();
    }

    @Test
    void aSynchronousWaitIsToldWhenTheCallStarts() {
        mail.acquire();
        clock.advance(ofMillis(300));
        assertThat(waited).isEmpty();
        assertThat(mail.tryAcquire()).isTrue();
        assertThat(waited).containsExactly(waited("mail", 700));
        assertThat(admitted("mail")).isEqualTo(2);
    }

    @Test
    void anAsynchronousWaitIsToldWhenTheCallStarts() {
        mail.acquire();
        CompletionStage<String> call = mail.callAsync(() -> CompletableFuture.completedFuture(""));
        clock.advance(ofMillis(999));
        assertThat(waited).isEmpty();
        clock.advance(ofMillis(1));
        assertThat(call).isCompleted();
        assertThat(waited).containsExactly(waited("mail", 1000));
        assertThat(admitted("mail")).isEqualTo(2);
    }

    @Test
    void whatGivesUpHasNotWaited() {
        mail.acquire();
        mail.callAsync(() -> CompletableFuture.completedFuture(""))
                .toCompletableFuture()
                .cancel(false);
        Thread.currentThread().interrupt();
        assertThat(mail.tryAcquire()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waited).isEmpty();
        assertThat(admitted("mail")).isEqualTo(1);
    }

    @Test // of several limiters, the one for whose permit the call waits, wherever it stands
    void aJointWaitIsOfTheSlowest() {
        for (String id : List.of("a", "z")) {
            RateLimiterPolicy slow =
                    registry.rateLimiterPolicy(
                            id,
                            "",
                            "",
                            b -> b.permits(1).period(ofSeconds(2)).maxWait(ofSeconds(9)));
            RateLimiterPolicy both = mail.and(slow);
            both.acquire();
            CompletionStage<String> call =
                    both.callAsync(() -> CompletableFuture.completedFuture(""));
            clock.advance(ofSeconds(2));
            assertThat(call).isCompleted();
            assertThat(waited).containsExactly(waited(id, 2000));
            assertThat(admitted(id)).isEqualTo(2);
            waited.clear();
            clock.advance(ofSeconds(60));
        }
        assertThat(admitted("mail")).isEqualTo(4);
    }

    @Test
    void everyCallThatPassesIsCountedAndNoOther() {
        registry.rateLimiter("mail").reconfigure(b -> b.permits(2).maxWait(ofSeconds(0)));
        assertThat(mail.callAsync(() -> CompletableFuture.completedFuture(""))).isCompleted();
        clock.advance(ofSeconds(1));
        mail.acquire();
        mail.ofKey("ann").acquire();
        assertThat(registry.rateLimiter("mail").forKey("bob").tryAcquire()).isTrue();
        assertThat(admitted("mail")).isEqualTo(4);
        mail.acquire();
        assertThat(mail.tryAcquire()).isFalse();
        assertThat(admitted("mail")).isEqualTo(5);
        registry.rateLimiter("mail").reconfigure(b -> b.enabled(false));
        mail.acquire();
        assertThat(admitted("mail")).isEqualTo(6);
    }

    @Test
    void nothingIsCountedForWhoWantsNoCount() {
        RateLimiterPolicy policy = registry.rateLimiterPolicy("uncounted", "", "", b -> {});
        policy.acquire();
        assertThat(counters).containsOnlyKeys("mail");
    }

    @Test
    void theEndIsTold() {
        assertThat(closed).isEmpty();
        registry.close();
        assertThat(closed).containsExactly(registry);
    }
}
