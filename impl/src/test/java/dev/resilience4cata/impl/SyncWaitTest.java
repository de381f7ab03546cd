// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S10, S11, S14: calls that wait on their own thread. */
@Timeout(60)
class SyncWaitTest {

    private static final long SECOND = 1_000_000_000;

    @AfterEach
    void leavesNoInterrupt() {
        Thread.interrupted();
    }

    private static RateLimiterHandle limiter(
            Clock clock, Consumer<RateLimiterConfig.Builder> attributes) {
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
        registry.rateLimiterPolicy("limiter", "", "", attributes);
        return registry.rateLimiter("limiter");
    }

    private static RateLimiterHandle onePerSecond(Clock clock) {
        return limiter(
                clock, b -> b.permits(1).period(ofSeconds(1)).burst(1).maxWait(ofSeconds(10)));
    }

    /** A clock whose parking is what the test says: what happens, and for how long. */
    private static final class ParkingClock implements Clock {

        private long now;
        private final List<Long> deadlines = new ArrayList<>();
        private final Consumer<ParkingClock> parking;

        ParkingClock(Consumer<ParkingClock> parking) {
            this.parking = parking;
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void parkUntil(Object blocker, long deadlineNanos) {
            deadlines.add(deadlineNanos);
            parking.accept(this);
        }
    }

    @ParameterizedTest // C16 d: the flag set just before the due time, at it, and after it
    @ValueSource(longs = {SECOND - 1, SECOND, SECOND + 1})
    void anInterruptAtTheDueTimeComesTooLate(long wakesAt) {
        ParkingClock clock =
                new ParkingClock(
                        c -> {
                            c.now = wakesAt;
                            Thread.currentThread().interrupt();
                        });
        RateLimiterHandle limiter = onePerSecond(clock);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isEqualTo(wakesAt >= SECOND);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(limiter.timeToNextPermit().toNanos())
                .isEqualTo(wakesAt >= SECOND ? 2 * SECOND - wakesAt : SECOND - wakesAt);
    }

    @Test // S25
    void onAManualClockAWaitMovesTheClockAndStartsWhatIsDueOnTheWay() {
        ManualClock clock = new ManualClock();
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
        List<Long> starts = new ArrayList<>();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "limiter",
                        "",
                        "",
                        b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(10)));
        assertThat(policy.tryAcquire()).isTrue();
        CompletionStage<String> between =
                policy.callAsync(
                        () -> {
                            starts.add(clock.nanoTime());
                            return CompletableFuture.completedFuture("between");
                        });
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(between).isCompletedWithValue("between");
        assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
        assertThat(starts).containsExactly(SECOND);
    }

    @Test
    void thousandsOfThreadsWaitAndEachStartsWhenItIsDue() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            assertEachStartsWhenItIsDue(threads, 2000);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test // S10, C17
    void virtualThreadsWaitToo() throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        ExecutorService threads = virtualThreads();
        try {
            assertEachStartsWhenItIsDue(threads, 10_000);
        } finally {
            threads.shutdownNow();
        }
    }

    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** Twenty thousand per second, each recorded when it starts. */
    private static void assertEachStartsWhenItIsDue(ExecutorService threads, int calls)
            throws Exception {
        RateLimiterHandle limiter =
                limiter(
                        System::nanoTime,
                        b ->
                                b.permits(20_000)
                                        .period(ofSeconds(1))
                                        .burst(1)
                                        .maxWait(Duration.ofMinutes(1)));
        long began = System.nanoTime();
        List<Future<Long>> starts = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            starts.add(threads.submit(() -> limiter.tryAcquire() ? System.nanoTime() - began : -1));
        }
        long[] sorted = new long[calls];
        for (int i = 0; i < calls; i++) {
            sorted[i] = starts.get(i).get();
        }
        Arrays.sort(sorted);
        for (int i = 0; i < calls; i++) {
            // The i-th to start was due at i intervals at the earliest.
            assertThat(sorted[i]).isGreaterThanOrEqualTo(i * TimeUnit.MICROSECONDS.toNanos(50));
        }
        assertThat(limiter.timeToNextPermit()).isLessThanOrEqualTo(Duration.ofNanos(50_000));
    }
}
