// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.failsafe.FailsafeException;
import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page's "With other policies", by a pipeline: retry and circuit breaker outside, bulkhead
 * inside, of each library, for synchronous and for asynchronous calls. What a comment quotes is
 * what must hold in the interplay with them.
 */
@Timeout(60)
class LibraryLayersTest {

    private final ManualClock clock = new ManualClock();
    private final List<RateLimiterRejected> rejections = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().clock(clock).listener(rejections::add).build();

    private int calls;

    static Stream<Arguments> all() {
        return Arrays.stream(LayerLibrary.values())
                .flatMap(
                        library ->
                                Arrays.stream(WayToCall.values())
                                        .map(way -> Arguments.of(library, way)));
    }

    private String call() {
        calls++;
        return "result";
    }

    private String failing(Exception failure) throws Exception {
        calls++;
        throw failure;
    }

    @ParameterizedTest // interplay: an open breaker uses no permit
    @MethodSource("all")
    void aCallThatAnOpenBreakerRejectsUsesNoPermit(LayerLibrary library, WayToCall way)
            throws Exception {
        LayerLibrary.Breaker breaker = library.breaker(clock, true);
        Pipeline<String> pipeline = pipeline(b -> b.permits(5)).outside(breaker.layer()).build();
        assertThat(way.outcome(clock, pipeline, this::call)).isEqualTo("result");
        breaker.open();
        assertThat(way.outcome(clock, pipeline, this::call)).isInstanceOf(breaker.rejection());
        assertThat(available()).isEqualTo(4);
        assertThat(calls).isEqualTo(1);
    }

    @ParameterizedTest // interplay: a rejection is recorded as a failure
    @MethodSource("all")
    void rejectionsOpenABreaker(LayerLibrary library, WayToCall way) throws Exception {
        LayerLibrary.Breaker breaker = library.breaker(clock, true);
        Pipeline<String> pipeline = pipeline(b -> b.permits(1)).outside(breaker.layer()).build();
        assertThat(way.outcome(clock, pipeline, this::call)).isEqualTo("result");
        for (int i = 1; i < 10; i++) {
            assertThat(way.outcome(clock, pipeline, this::call))
                    .isInstanceOf(RateLimitExceededException.class);
            assertThat(breaker.failures()).isEqualTo(i);
        }
        while (!breaker.isOpen()) {
            assertThat(way.outcome(clock, pipeline, this::call))
                    .isInstanceOf(RateLimitExceededException.class);
        }
        assertThat(rejections).hasSizeBetween(9, 10);
        assertThat(way.outcome(clock, pipeline, this::call)).isInstanceOf(breaker.rejection());
        assertThat(calls).isEqualTo(1);
    }

    @ParameterizedTest // interplay: a rejection is recorded as a failure unless ignored
    @MethodSource("all")
    void rejectionsThatABreakerIgnoresDoNotOpenIt(LayerLibrary library, WayToCall way)
            throws Exception {
        LayerLibrary.Breaker breaker = library.breaker(clock, false);
        Pipeline<String> pipeline = pipeline(b -> b.permits(1)).outside(breaker.layer()).build();
        way.outcome(clock, pipeline, () -> failing(new IOException()));
        for (int i = 0; i < 20; i++) {
            assertThat(way.outcome(clock, pipeline, this::call))
                    .isInstanceOf(RateLimitExceededException.class);
        }
        assertThat(breaker.isOpen()).isFalse();
        boolean isSuccess = library == LayerLibrary.FAILSAFE; // not counted by the other
        assertThat(breaker.failures()).isEqualTo(isSuccess ? 0 : 1);
        assertThat(breaker.successes()).isEqualTo(isSuccess ? 10 : 0);
    }

    @ParameterizedTest // interplay: each retry attempt takes its own permit
    @MethodSource("all")
    void eachAttemptTakesAPermitOfItsOwn(LayerLibrary library, WayToCall way) throws Exception {
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(5).period(ofHours(1)))
                        .outside(library.retry(clock, ofSeconds(1), true))
                        .build();
        IllegalStateException failure = new IllegalStateException("of the call");
        assertThat(way.outcome(clock, pipeline, () -> failing(failure))).isSameAs(failure);
        assertThat(calls).isEqualTo(3);
        assertThat(available()).isEqualTo(2);
    }

    @ParameterizedTest // interplay: a rejection is retried after the delay
    @MethodSource("all")
    void aRejectionIsTriedAgainAfterTheDelay(LayerLibrary library, WayToCall way) throws Exception {
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(1).period(ofSeconds(1)))
                        .outside(library.retry(clock, ofMillis(500), true))
                        .build();
        assertThat(way.outcome(clock, pipeline, this::call)).isEqualTo("result");
        assertThat(way.outcome(clock, pipeline, this::call)).isEqualTo("result");
        assertThat(clock.nanoTime()).isEqualTo(ofSeconds(1).toNanos());
        assertThat(rejections)
                .extracting(RateLimiterRejected::timeToNextPermit)
                .containsExactly(ofSeconds(1), ofMillis(500));
    }

    @ParameterizedTest // interplay: unless the retry aborts on it
    @MethodSource("all")
    void aRetryThatAbortsOnARejectionFailsFast(LayerLibrary library, WayToCall way)
            throws Exception {
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(1).period(ofSeconds(1)))
                        .outside(library.retry(clock, ofMillis(500), false))
                        .build();
        assertThat(way.outcome(clock, pipeline, this::call)).isEqualTo("result");
        assertThat(way.outcome(clock, pipeline, this::call))
                .isInstanceOf(RateLimitExceededException.class);
        assertThat(rejections).hasSize(1);
        assertThat(clock.nanoTime()).isZero();
    }

    @ParameterizedTest // S15; interplay: each attempt waits for a permit of its own
    @MethodSource("all")
    void anAttemptWaitsForItsPermit(LayerLibrary library, WayToCall way) throws Exception {
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(9)))
                        .outside(library.retry(clock, ofMillis(300), true))
                        .build();
        List<Long> attempts = new ArrayList<>();
        CompletableFuture<String> call =
                way.start(
                        pipeline,
                        () -> {
                            attempts.add(Duration.ofNanos(clock.nanoTime()).toMillis());
                            return failing(new IllegalStateException());
                        });
        while (!call.isDone()) {
            clock.advance(ofMillis(100));
        }
        assertThat(WayToCall.outcome(call)).isInstanceOf(IllegalStateException.class);
        assertThat(attempts).containsExactly(0L, 1000L, 2000L);
    }

    @ParameterizedTest // interplay: order of several outside layers
    @MethodSource("all")
    void aBreakerInsideARetrySeesEachAttemptAndAroundItOnlyTheOutcome(
            LayerLibrary library, WayToCall way) throws Exception {
        LayerLibrary.Breaker around = library.breaker(clock, true);
        LayerLibrary.Breaker within = library.breaker(clock, true);
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(5))
                        .outside(around.layer())
                        .outside(library.retry(clock, Duration.ZERO, true))
                        .outside(within.layer())
                        .build();
        way.outcome(clock, pipeline, () -> failing(new IllegalStateException()));
        assertThat(within.failures()).isEqualTo(3);
        assertThat(around.failures()).isEqualTo(1);
    }

    @ParameterizedTest // interplay: a waiter holds no bulkhead permit
    @MethodSource("all")
    void aCallThatWaitsHoldsNoPlaceInTheBulkhead(LayerLibrary library, WayToCall way)
            throws Exception {
        LayerLibrary.Guard bulkhead = library.bulkhead(clock);
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)))
                        .inside(bulkhead.layer())
                        .build();
        List<Boolean> free = new ArrayList<>();
        Runnable look = () -> free.add(bulkhead.isFree());
        pipeline.execute(this::call);
        Future<?> whileItWaits =
                new ClockScheduler(clock).schedule(look, 999, TimeUnit.MILLISECONDS);
        if (way == WayToCall.SYNC) {
            pipeline.execute(
                    () -> {
                        look.run();
                        return call();
                    });
        } else {
            CompletableFuture<String> running = new CompletableFuture<>();
            CompletionStage<String> second = pipeline.executeAsync(() -> running);
            clock.advance(ofSeconds(1));
            clock.advance(Duration.ZERO);
            look.run();
            running.complete("second");
            assertThat(second).isCompletedWithValue("second");
        }
        assertThat(whileItWaits).isDone();
        assertThat(free).as("while it waits, and while it runs").containsExactly(true, false);
        assertThat(bulkhead.isFree()).isTrue();
    }

    @ParameterizedTest // interplay: bulkhead inside
    @MethodSource("all")
    void aCallThatTheBulkheadRejectsHasUsedItsPermit(LayerLibrary library, WayToCall way)
            throws Exception {
        LayerLibrary.Guard bulkhead = library.bulkhead(clock);
        Pipeline<String> pipeline = pipeline(b -> b.permits(5)).inside(bulkhead.layer()).build();
        CompletableFuture<String> running = new CompletableFuture<>();
        CompletionStage<String> first = pipeline.executeAsync(() -> running);
        clock.advance(Duration.ZERO);
        assertThat(way.outcome(clock, pipeline, this::call)).isInstanceOf(bulkhead.rejection());
        assertThat(available()).isEqualTo(3);
        running.complete("first");
        assertThat(first).isCompletedWithValue("first");
    }

    @ParameterizedTest // interplay: a rejection passes the outside layers, and reaches no inside
    // one
    @MethodSource("all")
    void aRejectionIsSeenOutsideAndNotInside(LayerLibrary library, WayToCall way) throws Exception {
        LayerLibrary.Breaker outside = library.breaker(clock, true);
        LayerLibrary.Breaker inside = library.breaker(clock, true);
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(1))
                        .outside(outside.layer())
                        .inside(library.retry(clock, ofSeconds(1), true))
                        .inside(inside.layer())
                        .build();
        way.outcome(clock, pipeline, this::call);
        assertThat(way.outcome(clock, pipeline, this::call))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        rejection -> assertThat(rejection.instanceId()).isEqualTo("search"));
        assertThat(outside.failures()).isEqualTo(1);
        assertThat(inside.failures()).isZero();
        assertThat(clock.nanoTime()).as("no attempt, so no delay").isZero();
    }

    @ParameterizedTest // S16; interplay: exceptions come out as they are
    @MethodSource("all")
    void exceptionsComeOutAsTheyAre(LayerLibrary library, WayToCall way) throws Exception {
        Pipeline<String> pipeline =
                pipeline(b -> b.permits(50))
                        .outside(library.retry(clock, Duration.ZERO, true))
                        .outside(library.breaker(clock, true).layer())
                        .inside(library.bulkhead(clock).layer())
                        .build();
        for (Exception failure : List.of(new IllegalStateException(), new IOException())) {
            Object outcome = way.outcome(clock, pipeline, () -> failing(failure));
            if (failure instanceof IOException
                    && library == LayerLibrary.FAILSAFE
                    && way == WayToCall.SYNC) { // what Failsafe.get does to a checked exception
                assertThat(outcome).isInstanceOf(FailsafeException.class);
                assertThat((Throwable) outcome).hasRootCause(failure);
            } else {
                assertThat(outcome).isSameAs(failure);
            }
        }
    }

    @ParameterizedTest // S17, as far as the layers outside pass it on
    @EnumSource
    void failsafeTellsAWaitingCallThatItIsCancelledAndResilience4jDoesNot(LayerLibrary library) {
        boolean passedOn = library == LayerLibrary.FAILSAFE;
        for (Layer<String> layer :
                List.of(
                        library.breaker(clock, true).layer(),
                        library.retry(clock, Duration.ZERO, true))) {
            Pipeline<String> pipeline =
                    pipeline(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)))
                            .outside(layer)
                            .build();
            assertThat(registry.rateLimiter("search").tryAcquire()).isTrue();
            calls = 0;
            CompletableFuture<String> waiting =
                    pipeline.executeAsync(() -> CompletableFuture.completedFuture(call()))
                            .toCompletableFuture();
            clock.advance(Duration.ZERO);
            assertThat(waiting.cancel(true)).isTrue();
            clock.advance(ofSeconds(1));
            assertThat(calls).isEqualTo(passedOn ? 0 : 1);
            assertThat(available()).isEqualTo(passedOn ? 1 : 0);
            clock.advance(ofSeconds(1));
        }
    }

    private int available() {
        return registry.rateLimiter("search").availablePermits();
    }

    private Pipeline.Builder<String> pipeline(Consumer<RateLimiterConfig.Builder> config) {
        return Pipeline.builder(registry, "search", String.class).rateLimiter(config);
    }
}
