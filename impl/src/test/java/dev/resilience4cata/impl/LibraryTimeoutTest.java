// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static dev.resilience4cata.impl.Until.until;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Timeout;
import dev.failsafe.TimeoutExceededException;
import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.ResilienceRegistry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The page's "With other policies": the time spent waiting for a permit is not part of the timeout,
 * which is inside. Resilience4j's goes by the clock of the test for asynchronous calls; the others
 * go by real time, so there a timeout is as short as can be and the call lasts until it is over.
 */
@org.junit.jupiter.api.Timeout(60)
class LibraryTimeoutTest {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
    private final ClockScheduler scheduler = new ClockScheduler(clock);
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void endThreads() {
        executor.shutdownNow();
    }

    private Pipeline.Builder<String> limited() {
        return Pipeline.builder(registry, "search", String.class)
                .rateLimiter(rl -> rl.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)));
    }

    private String endless() throws InterruptedException {
        never.await();
        return "never";
    }

    private static Layer<String> halfASecond(ClockScheduler scheduler) {
        TimeLimiter timeLimiter = TimeLimiter.of(ofMillis(500));
        return Layer.async(call -> timeLimiter.executeCompletionStage(scheduler, call));
    }

    @Test // interplay: the wait is not part of the timeout
    void aTimeoutOfResilience4jBeginsWhenThePermitIsThere() {
        Pipeline<String> pipeline = limited().inside(halfASecond(scheduler)).build();
        assertThat(pipeline.executeAsync(() -> CompletableFuture.completedFuture("first")))
                .isCompletedWithValue("first");
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<String> second = pipeline.executeAsync(() -> body).toCompletableFuture();
        clock.advance(ofMillis(1499));
        assertThat(second).as("waited for a second, ran for 499 ms").isNotDone();
        clock.advance(ofMillis(1));
        assertThat(second)
                .failsWithin(ofSeconds(0))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(TimeoutException.class);
    }

    @Test // what the page's order avoids; S17: what gives up on a call gives its permit back
    void aTimeoutOfResilience4jOutsideIncludesTheWaitAndGivesThePermitBack() {
        Pipeline<String> pipeline = limited().outside(halfASecond(scheduler)).build();
        assertThat(pipeline.executeAsync(() -> CompletableFuture.completedFuture("first")))
                .isCompletedWithValue("first");
        CompletableFuture<String> second =
                pipeline.executeAsync(() -> CompletableFuture.completedFuture("second"))
                        .toCompletableFuture();
        clock.advance(ofMillis(500));
        assertThat(second).isCompletedExceptionally();
        clock.advance(ofMillis(500));
        assertThat(registry.rateLimiter("search").availablePermits()).isEqualTo(1);
    }

    @Test // interplay: the wait is not part of the timeout
    void aTimeoutOfFailsafeBeginsWhenThePermitIsThere() {
        FailsafeExecutor<String> timeout =
                Failsafe.with(Timeout.<String>of(ofMillis(1))).with(scheduler);
        List<Long> begins = new ArrayList<>();
        Pipeline<String> pipeline =
                limited()
                        .inside(
                                Layer.async(
                                        call -> {
                                            begins.add(clock.nanoTime());
                                            return timeout.getStageAsync(
                                                    context -> {
                                                        until(context::isCancelled);
                                                        return call.get();
                                                    });
                                        }))
                        .build();
        assertThat(registry.rateLimiter("search").tryAcquire()).isTrue();
        CompletableFuture<String> second =
                pipeline.executeAsync(() -> CompletableFuture.completedFuture("too late"))
                        .toCompletableFuture();
        assertThat(clock.pendingTasks()).as("the wait, and no timeout").isEqualTo(1);
        clock.advance(ofSeconds(1));
        clock.advance(ZERO);
        assertThatThrownBy(second::get).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(begins).containsExactly(ofSeconds(1).toNanos());
    }

    @Test // interplay: exceptions come out as they are, this one though it is checked
    void aTimeoutOfResilience4jIsThrownAsItIs() {
        TimeLimiter timeLimiter = TimeLimiter.of(ofMillis(1));
        Pipeline<String> pipeline =
                limited()
                        .inside(
                                Layer.sync(
                                        call ->
                                                timeLimiter.executeFutureSupplier(
                                                        () -> executor.submit(call))))
                        .build();
        assertThatThrownBy(() -> pipeline.execute(this::endless))
                .isInstanceOf(TimeoutException.class);
    }

    @Test // interplay: exceptions come out as they are
    void aTimeoutOfFailsafeIsThrownAsItIs() {
        FailsafeExecutor<String> timeout = Failsafe.with(Timeout.<String>of(ofMillis(1)));
        Pipeline<String> pipeline =
                limited()
                        .inside(
                                Layer.sync(
                                        call ->
                                                timeout.get(
                                                        context -> {
                                                            until(context::isCancelled);
                                                            return call.call();
                                                        })))
                        .build();
        assertThatThrownBy(() -> pipeline.execute(() -> "too late"))
                .isInstanceOf(TimeoutExceededException.class);
    }
}
