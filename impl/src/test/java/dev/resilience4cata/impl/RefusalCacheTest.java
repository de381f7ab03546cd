// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What an instance refuses by itself because the store has just said no. */
@SuppressWarnings("FutureReturnValueIgnored") // what the store was asked shows it
class RefusalCacheTest {

    private final ManualClock clock = new ManualClock();
    private final FakeStore store = new FakeStore(clock);
    private final ResilienceRegistry registry = store.registry();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return registry.rateLimiterPolicy(
                "limiter", "", "", attributes.andThen(b -> b.scope(Scope.CLUSTER)));
    }

    private static CompletableFuture<String> call(RateLimiterPolicy policy) {
        return (CompletableFuture<String>)
                policy.callAsync(() -> CompletableFuture.completedFuture("started"));
    }

    @Test // 2.7, T17
    void refusesUntilTheStoreWouldSaySomethingElse() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofSeconds(1)));
        assertThat(policy.tryAcquire()).isTrue();
        clock.advance(ofMillis(300));
        for (int i = 0; i < 1000; i++) {
            assertThat(policy.tryAcquire()).isFalse();
        }
        assertThat(store.takes).hasSize(2);
        clock.advance(ofMillis(700).minusNanos(1));
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(store.takes).hasSize(2);
        clock.advance(ofNanos(1));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(store.takes).hasSize(3);
    }

    @Test // 2.7
    void whoMayWaitIsRefusedUntilTheWaitFits() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofMillis(1500)));
        assertThat(policy.tryAcquire()).isTrue();
        call(policy); // for 1 s
        assertThat(call(policy)).isCompletedExceptionally(); // 2 s
        clock.advance(ofMillis(500).minusNanos(1));
        assertThat(call(policy)).isCompletedExceptionally();
        assertThat(store.takes).hasSize(3);
        clock.advance(ofNanos(1));
        assertThat(call(policy)).isNotDone();
        assertThat(store.takes).hasSize(4);
    }

    @Test // the queue that the answer meets is refused by it, too
    void oneAnswerRefusesAllThatHaveComeMeanwhile() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofSeconds(1)));
        assertThat(policy.tryAcquire()).isTrue();
        store.hold();
        for (int i = 0; i < 100; i++) {
            call(policy);
        }
        store.answer();
        assertThat(store.held()).isZero();
        assertThat(store.takes).hasSize(2);
        clock.advance(ZERO);
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // it counts from the question: by then the store would say yes
    void anAnswerThatTookLongerThanTheWaitIsNotRemembered() {
        RateLimiterPolicy policy = policy(b -> b.permits(100).period(ofSeconds(1)).burst(1));
        assertThat(policy.tryAcquire()).isTrue();
        store.hold();
        CompletableFuture<String> refused = call(policy); // for 10 ms
        clock.advance(ofMillis(15));
        store.answerAll();
        clock.advance(ZERO);
        assertThat(refused).isCompletedExceptionally();
        store.answerAtOnce();
        assertThat(policy.tryAcquire()).isTrue();
    }

    @Test // 2.7
    void aPermitGivenBackEndsIt() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofMillis(1500)));
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<String> waiting = call(policy);
        assertThat(call(policy)).isCompletedExceptionally();
        assertThat(call(policy)).isCompletedExceptionally();
        assertThat(store.takes).hasSize(3);
        waiting.cancel(true);
        assertThat(call(policy)).as("the slot that is free again").isNotDone();
        assertThat(store.takes).hasSize(4);
    }

    @Test // of what nothing comes of, such as a slot before others
    void aPermitThatCannotBeGivenBackDoesNot() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofMillis(2500)));
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<String> first = call(policy);
        call(policy);
        assertThat(call(policy)).isCompletedExceptionally();
        first.cancel(true);
        assertThat(store.freedNanos()).isZero();
        assertThat(call(policy)).isCompletedExceptionally();
        assertThat(store.takes).hasSize(4);
    }

    @Test // a refusal that the store decided on before the permit came back says nothing of after
    void aRefusalIsForgottenIfAPermitIsGivenBackBeforeItArrives() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofMillis(1500)));
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<String> waiting = call(policy);
        store.hold();
        CompletableFuture<String> refused = call(policy);
        waiting.cancel(true); // the store has decided, and has not answered
        store.answerAll();
        clock.advance(ZERO);
        assertThat(refused).isCompletedExceptionally();
        store.answerAtOnce();
        assertThat(call(policy)).isNotDone();
    }

    @Test
    void aNewConfigurationEndsIt() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofHours(1)));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isFalse();
        registry.rateLimiter("limiter").reconfigure(b -> b.burst(2));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isFalse();
        registry.rateLimiter("limiter").reconfigure(b -> b.maxWait(ofHours(2)));
        assertThat(call(policy)).isNotDone();
    }

    @Test
    void keysHaveOneEach() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofHours(1)));
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
        assertThat(policy.ofKey("bob").tryAcquire()).isTrue();
    }

    @Test // S24
    void aRefusalFromItAllocatesNothing() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofHours(1)));
        assertThat(policy.tryAcquire()).isTrue();
        long warmUp = allocatedByRefusals(policy);
        assertThat(warmUp).isNotNegative();
        assertThat(allocatedByRefusals(policy)).as("bytes for 100 000 calls").isLessThan(100_000);
        assertThat(store.takes).hasSize(2);
    }

    private static long allocatedByRefusals(RateLimiterPolicy policy) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean passed = false;
        for (int i = 0; i < 100_000; i++) {
            passed |= policy.tryAcquire();
        }
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(passed).isFalse();
        return after - before;
    }
}
