// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** S17: of calls that gave up, nothing stays. */
@Timeout(300)
class AsyncMemoryTest {

    private static final int CALLS = 100_000;

    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();
    private final List<Reference<?>> bodies = new ArrayList<>();

    /** What a call would have used. */
    private static final class Body implements Callable<CompletionStage<String>> {
        @Override
        public CompletionStage<String> call() {
            throw new AssertionError("a call that gave up has started");
        }
    }

    @Test
    void onAManualClock() throws InterruptedException {
        ManualClock clock = new ManualClock();
        giveUpAll(ResilienceRegistry.builder().clock(clock).build());
        assertThat(clock.pendingTasks()).isZero();
        clock.advance(Duration.ofDays(10));
    }

    @Test
    void onTheRealClock() throws InterruptedException {
        giveUpAll(ResilienceRegistry.builder().build());
    }

    @Test
    void whereTheSchedulerKeepsCancelledTasks() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        Clock standingStill = () -> 0;
        giveUpAll(ResilienceRegistry.builder().clock(standingStill).scheduler(scheduler).build());
        assertThat(scheduler.getQueue().size())
                .as("tasks that the scheduler keeps, all but those whose time has come")
                .isGreaterThan(CALLS / 2);
        scheduler.shutdownNow();
    }

    private void giveUpAll(ResilienceRegistry registry) throws InterruptedException {
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "limiter",
                        "",
                        "",
                        b -> b.permits(1).period(ofSeconds(5)).maxWait(Duration.ofDays(10)));
        assertThat(policy.tryAcquire()).isTrue();
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Body body = new Body();
            bodies.add(new PhantomReference<>(body, dead));
            calls.add(policy.callAsync(body).toCompletableFuture());
        }
        Collections.shuffle(calls, new Random(3));
        calls.forEach(call -> call.cancel(true));
        calls.clear();
        RateLimiterHandle limiter = registry.rateLimiter("limiter");
        for (int i = 0; i < CALLS; i++) {
            Reference<?> found = dead.remove(1);
            while (found == null) {
                System.gc();
                found = dead.remove(ofMillis(100).toMillis());
            }
        }
        assertThat(limiter.timeToNextPermit()).isLessThanOrEqualTo(ofSeconds(5));
    }
}
