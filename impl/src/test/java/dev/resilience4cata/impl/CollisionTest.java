// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * S14, C16 d, C19 b: the due time of a call meets what ends its wait, on two threads, many times.
 * Each meeting ends in one of two ways, both of which must have happened.
 */
@Timeout(300)
class CollisionTest {

    /** The nightly size: mvn verify -pl impl -am -Dmeetings=100000. */
    private static final int MEETINGS = Integer.getInteger("meetings", 10_000);

    private final Meeting meeting = new Meeting();
    private int started;
    private int ended;

    private static RateLimiterPolicy policy(ResilienceRegistry registry) {
        return registry.rateLimiterPolicy(
                "limiter",
                "",
                "",
                b -> b.permits(1).period(ofSeconds(1)).burst(1).maxWait(ofSeconds(1)));
    }

    /** One permit is out or back, in accordance with what the call did, and not two. */
    private void count(boolean hasStarted, boolean hasEnded, RateLimiterHandle limiter) {
        assertThat(hasStarted).isNotEqualTo(hasEnded);
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(hasStarted ? 1 : 0));
        started += hasStarted ? 1 : 0;
        ended += hasEnded ? 1 : 0;
    }

    private void assertBothHappened() {
        meeting.close();
        assertThat(started).as("meetings in which the call started").isPositive();
        assertThat(ended).as("meetings in which it did not").isPositive();
    }

    @Test
    void cancellingMeetsTheDueTime() throws Exception {
        ManualClock clock = new ManualClock();
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
        RateLimiterPolicy policy = policy(registry);
        AtomicInteger starts = new AtomicInteger();
        for (int i = 0; i < MEETINGS; i++) {
            assertThat(policy.tryAcquire()).isTrue();
            starts.set(0);
            CompletableFuture<String> call =
                    policy.callAsync(
                                    () -> {
                                        starts.incrementAndGet();
                                        return new CompletableFuture<String>();
                                    })
                            .toCompletableFuture();
            meeting.of(() -> clock.advance(ofSeconds(1)), () -> call.cancel(true));
            assertThat(call).isCancelled(); // also if it had started
            count(starts.get() == 1, starts.get() == 0, registry.rateLimiter("limiter"));
            clock.advance(ofSeconds(1));
        }
        assertBothHappened();
    }

    @Test
    void closingMeetsTheDueTime() throws Exception {
        for (int i = 0; i < MEETINGS; i++) {
            ManualClock clock = new ManualClock();
            ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
            RateLimiterPolicy policy = policy(registry);
            assertThat(policy.tryAcquire()).isTrue();
            CompletableFuture<String> call =
                    policy.callAsync(() -> CompletableFuture.completedFuture("started"))
                            .toCompletableFuture();
            meeting.of(() -> clock.advance(ofSeconds(1)), registry::close);
            if (call.isCompletedExceptionally()) {
                ended++;
            } else {
                assertThat(call).isCompletedWithValue("started");
                started++;
            }
            assertThat(clock.pendingTasks()).isZero();
        }
        assertBothHappened();
    }

    /** A clock that is moved by one thread while others really park. */
    private static final class WakingClock implements Clock {

        private final AtomicLong now = new AtomicLong();
        private volatile Thread parked;

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void parkUntil(Object blocker, long deadlineNanos) {
            parked = Thread.currentThread();
            LockSupport.park(blocker);
        }

        void advance() {
            now.addAndGet(1_000_000_000);
            LockSupport.unpark(parked);
        }
    }

    @Test
    void interruptingMeetsTheDueTime() throws Exception {
        WakingClock clock = new WakingClock();
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
        RateLimiterPolicy policy = policy(registry);
        try (Meeting waiting = new Meeting()) {
            for (int i = 0; i < MEETINGS; i++) {
                assertThat(policy.tryAcquire()).isTrue();
                clock.parked = null;
                boolean[] outcome = new boolean[2];
                waiting.of(
                        () -> {
                            Until.until(() -> clock.parked != null);
                            try {
                                meeting.of(clock::advance, () -> clock.parked.interrupt());
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        },
                        () -> {
                            outcome[0] = policy.tryAcquire();
                            while (!Thread.interrupted()) {
                                Thread.onSpinWait(); // the flag comes in any case, sooner or later
                            }
                        });
                count(outcome[0], !outcome[0], registry.rateLimiter("limiter"));
                clock.advance();
            }
        }
        assertBothHappened();
    }
}
