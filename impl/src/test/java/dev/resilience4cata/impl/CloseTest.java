// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static dev.resilience4cata.impl.Until.untilWaiting;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** S21, C23: closing a registry with calls of both kinds that wait. */
@Timeout(60)
class CloseTest {

    private final Queue<RateLimiterRejected> rejections = new ConcurrentLinkedQueue<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().listener(rejections::add).build();
    private final RateLimiterPolicy policy =
            registry.rateLimiterPolicy(
                    "limiter", "", "", b -> b.permits(1).period(ofHours(1)).maxWait(ofHours(100)));

    @Test
    void allThatWaitAreReleasedAtOnceAndNothingStarts() throws Exception {
        List<String> started = new CopyOnWriteArrayList<>();
        assertThat(policy.tryAcquire()).isTrue();
        List<CompletableFuture<String>> stages = new ArrayList<>();
        List<FutureTask<Boolean>> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            stages.add(
                    policy.callAsync(
                                    () -> {
                                        started.add("");
                                        return CompletableFuture.completedFuture("");
                                    })
                            .toCompletableFuture());
            FutureTask<Boolean> call = new FutureTask<>(policy::tryAcquire);
            Thread thread = new Thread(call);
            thread.start();
            untilWaiting(thread);
            waiting.add(call);
        }

        long began = System.nanoTime();
        registry.close();
        for (FutureTask<Boolean> call : waiting) {
            assertThat(call.get()).as("admitted").isFalse();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(ofSeconds(1));
        for (CompletableFuture<String> stage : stages) {
            assertThat(stage).isCompletedExceptionally();
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("rate-limiter-timer")) {
                thread.join();
            }
        }
        assertThat(started).isEmpty();
        assertThat(rejections).isEmpty(); // nobody is left to tell
    }

    @Test
    void anotherRegistryGoesOn() {
        ResilienceRegistry other = ResilienceRegistry.builder().build();
        RateLimiterPolicy same =
                other.rateLimiterPolicy("limiter", "", "", b -> b.permits(1).period(ofHours(1)));
        assertThat(policy.tryAcquire()).isTrue();
        registry.close();
        assertThat(same.tryAcquire()).isTrue();
        assertThat(same.tryAcquire()).isFalse();
    }

    @Test // the clock may be a bean of an application that is gone by then
    void nobodyAsksTheClockAnyMore() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        ResilienceRegistry closing =
                ResilienceRegistry.builder()
                        .clock(
                                () -> {
                                    assertThat(gone).as("clock gone").isFalse();
                                    return System.nanoTime();
                                })
                        .build();
        RateLimiterHandle limiter =
                Limiters.in(closing, b -> b.permits(1).period(ofHours(1)).maxWait(ofHours(100)));
        RateLimiterPolicy joint =
                closing.rateLimiterPolicy("a#b()", "", "", b -> b.maxWait(ofHours(100)))
                        .and((RateLimiterPolicy) limiter);
        assertThat(limiter.tryAcquire()).isTrue();
        FutureTask<Boolean> call = new FutureTask<>(limiter::tryAcquire);
        FutureTask<Boolean> jointCall = new FutureTask<>(joint::tryAcquire);
        for (FutureTask<Boolean> each : List.of(call, jointCall)) {
            Thread thread = new Thread(each);
            thread.start();
            untilWaiting(thread);
        }

        gone.set(true);
        closing.close();
        assertThat(call.get()).as("admitted").isFalse();
        assertThat(jointCall.get()).as("admitted").isFalse();
        assertThat(joint.rejection()).isNotNull();
        assertThatThrownBy(joint::tryAcquire).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(limiter::tryAcquire).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(limiter::availablePermits).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(limiter::timeToNextPermit).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(limiter::snapshot).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(() -> limiter.reconfigure(change -> change.permits(2)))
                .hasMessageStartingWith("R4C-REG-010");
    }

    @RepeatedTest(200) // closing races with calls that are about to wait
    void whoComesWhileItClosesIsReleasedToo() throws Exception {
        assertThat(policy.tryAcquire()).isTrue();
        CountDownLatch ready = new CountDownLatch(2);
        FutureTask<Boolean> sync =
                new FutureTask<>(
                        () -> {
                            ready.countDown();
                            ready.await();
                            return policy.tryAcquire();
                        });
        FutureTask<CompletableFuture<String>> async =
                new FutureTask<>(
                        () -> {
                            ready.countDown();
                            ready.await();
                            return policy.<String>callAsync(
                                            () -> {
                                                throw new AssertionError("started");
                                            })
                                    .toCompletableFuture();
                        });
        new Thread(sync).start();
        new Thread(async).start();
        ready.await();
        registry.close();
        try {
            assertThat(sync.get()).isFalse();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).hasMessageStartingWith("R4C-REG-010");
        }
        assertThatThrownBy(() -> async.get().get()).cause().hasMessageStartingWith("R4C-REG-010");
    }
}
