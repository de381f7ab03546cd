// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static dev.resilience4cata.impl.Until.until;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** S18, S22: the threads that start calls where there is no scheduler, on the real clock. */
@Timeout(60)
class StartTimerTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final ResilienceRegistry registry = ResilienceRegistry.builder().build();
    private final RateLimiterPolicy policy =
            registry.rateLimiterPolicy(
                    "limiter",
                    "",
                    "",
                    b -> b.permits(1).period(ofMillis(20)).maxWait(Duration.ofHours(1)));

    @BeforeEach
    @AfterEach
    @Timeout(60) // that of the class is for tests only
    void noThreadIsLeft() throws InterruptedException {
        for (Thread thread : threads("rate-limiter-")) {
            thread.join(); // for ever, if it does not end: then the timeout fails the test
        }
    }

    private static List<Thread> threads(String prefix) {
        List<Thread> threads = new ArrayList<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().startsWith(prefix));
        return threads;
    }

    private static CompletionStage<Thread> thread() {
        return CompletableFuture.completedFuture(Thread.currentThread());
    }

    @Test
    void thereIsNoThreadUntilACallWaits() {
        assertThat(policy.callAsync(StartTimerTest::thread))
                .isCompletedWithValue(Thread.currentThread());
        assertThat(policy.tryAcquire()).isTrue(); // waits, here
        assertThat(threads("rate-limiter-")).isEmpty();
    }

    @Test
    void oneThreadWaitsForAllAndOthersStartThem() {
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<Thread> last = far(); // so that the thread does not end in between
        registry.rateLimiter("limiter").reconfigure(b -> b.period(ofMillis(20)));
        List<CompletableFuture<Thread>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(policy.callAsync(StartTimerTest::thread).toCompletableFuture());
        }
        assertThat(threads("rate-limiter-timer"))
                .singleElement()
                .satisfies(thread -> assertThat(thread.isDaemon()).isTrue());
        for (CompletableFuture<Thread> call : calls) {
            Thread starter = call.join();
            assertThat(starter.getName()).isEqualTo("rate-limiter-start");
            assertThat(starter.isDaemon()).isTrue();
        }
        last.cancel(true);
    }

    @Test
    void whenTheLastCallGivesUpItsThreadEnds() throws InterruptedException {
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<Thread> first = far();
        CompletableFuture<Thread> second = far();
        List<Thread> timers = threads("rate-limiter-timer");
        first.cancel(true);
        assertThat(threads("rate-limiter-timer")).isEqualTo(timers);
        CompletableFuture<Thread> third = far();
        assertThat(threads("rate-limiter-timer")).isEqualTo(timers);
        second.cancel(true);
        third.cancel(true);
        assertThat(timers).hasSize(1);
        timers.get(0).join();
    }

    /** A call that is due in an hour or so. */
    private CompletableFuture<Thread> far() {
        registry.rateLimiter("limiter").reconfigure(b -> b.period(Duration.ofMinutes(10)));
        return policy.callAsync(StartTimerTest::thread).toCompletableFuture();
    }

    @Test
    void aCallThatBlocksDoesNotKeepTheOthersWaiting() {
        CountDownLatch release = new CountDownLatch(1);
        assertThat(policy.tryAcquire()).isTrue();
        CompletionStage<String> blocked =
                policy.callAsync(
                        () -> {
                            release.await();
                            return CompletableFuture.completedFuture("released");
                        });
        assertThat(policy.callAsync(StartTimerTest::thread).toCompletableFuture().join())
                .isNotNull();
        assertThat(blocked.toCompletableFuture()).isNotDone();
        release.countDown();
        assertThat(blocked.toCompletableFuture().join()).isEqualTo("released");
    }

    @Test
    void theCallDoesNotInheritTheThreadLocalsOfWhoWaitedFirst() {
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        inherited.set("secret of the first");
        assertThat(policy.tryAcquire()).isTrue();
        CompletionStage<String> seen =
                policy.callAsync(() -> CompletableFuture.completedFuture(inherited.get()));
        assertThat(seen.toCompletableFuture().join()).isNull();
    }

    @Test
    void aStartThatGetsNoThreadIsTriedAgain() {
        AtomicInteger tries = new AtomicInteger();
        CompletableFuture<Integer> started = new CompletableFuture<>();
        Executor shortOfThreads =
                task -> {
                    switch (tries.incrementAndGet()) {
                        case 1, 2 -> throw new OutOfMemoryError("no thread, says the test");
                        default -> task.run();
                    }
                };
        StartTimer timer = new StartTimer(shortOfThreads);
        assertThat(timer.schedule(() -> started.complete(tries.get()), 0)).isNotNull();
        assertThat(started.join()).isEqualTo(3);
    }

    @Test
    void aTaskOfThePastStartsAtOnce() {
        CompletableFuture<Thread> started = new CompletableFuture<>();
        assertThat(new StartTimer().schedule(() -> started.complete(Thread.currentThread()), -HOUR))
                .isNotNull();
        assertThat(started.join().getName()).isEqualTo("rate-limiter-start");
    }

    /** Each round races the end of the last task with the coming of the next. */
    @Test
    void tasksThatComeWhileTheThreadEndsAreNotLost() {
        StartTimer timer = new StartTimer();
        AtomicInteger started = new AtomicInteger();
        List<Future<?>> cancelled = new ArrayList<>();
        for (int i = 1; i <= 2000; i++) {
            Future<?> start = timer.schedule(started::incrementAndGet, 0);
            Future<?> other = timer.schedule(started::incrementAndGet, HOUR);
            other.cancel(false);
            cancelled.add(other);
            int round = i;
            until(() -> started.get() == round);
            until(start::isDone);
        }
        assertThat(cancelled).allMatch(Future::isCancelled);
        assertThat(started).hasValue(2000);
    }
}
