// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layers of a pipeline, whatever library they are of. */
@Timeout(60)
class PipelineLayersTest {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
    private final List<String> seen = new ArrayList<>();

    /** A layer that says what passes it, and when. */
    private Layer<String> layer(String name) {
        return Layer.of(
                call -> {
                    enter(name);
                    try {
                        return call.call();
                    } catch (Exception e) {
                        seen.add(name + ": " + e);
                        throw e;
                    }
                },
                call -> {
                    enter(name);
                    CompletionStage<String> stage = call.get();
                    return stage.whenComplete(
                            (value, failure) -> {
                                if (failure != null) {
                                    seen.add(name + ": " + failure);
                                }
                            });
                });
    }

    private void enter(String name) {
        seen.add(name + " at " + clock.nanoTime() / 1_000_000 + " ms");
    }

    private Pipeline.Builder<String> limited() {
        return Pipeline.builder(registry, "search", String.class)
                .rateLimiter(rl -> rl.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)));
    }

    private int available() {
        return registry.rateLimiter("search").availablePermits();
    }

    @ParameterizedTest // interplay: first is outermost; the wait is not part of what is inside
    @EnumSource
    void theWaitIsInsideTheOutsideLayersAndOutsideTheInsideOnes(WayToCall way) throws Exception {
        Pipeline<String> pipeline =
                limited()
                        .inside(layer("inside 1"))
                        .outside(layer("outside 1"))
                        .outside(layer("outside 2"))
                        .inside(layer("inside 2"))
                        .build();
        pipeline.execute(() -> "first");
        seen.clear();
        CompletableFuture<String> second =
                way.start(
                        pipeline,
                        () -> {
                            enter("call");
                            return "second";
                        });
        clock.advance(ofSeconds(way == WayToCall.SYNC ? 0 : 1));
        assertThat(second).isCompletedWithValue("second");
        assertThat(seen)
                .containsExactly(
                        "outside 1 at 0 ms",
                        "outside 2 at 0 ms",
                        "inside 1 at 1000 ms",
                        "inside 2 at 1000 ms",
                        "call at 1000 ms");
    }

    @ParameterizedTest // interplay: a rejection passes the outside layers, and reaches no inside
    // one
    @EnumSource
    void aRejectionComesFromTheLimiterOutwards(WayToCall way) throws Exception {
        Pipeline<String> pipeline =
                Pipeline.builder(registry, "search", String.class)
                        .outside(layer("outside"))
                        .rateLimiter(rl -> rl.permits(1))
                        .inside(layer("inside"))
                        .build();
        pipeline.execute(() -> "");
        seen.clear();
        assertThat(way.outcome(clock, pipeline, () -> "never"))
                .isInstanceOf(RateLimitExceededException.class);
        assertThat(seen).hasSize(2).allMatch(line -> line.startsWith("outside"));
    }

    @Test // of all limiters, as without layers
    void severalLimitersAreOneLayer() {
        Pipeline<String> pipeline =
                Pipeline.builder(registry, "search", String.class)
                        .rateLimiter(rl -> rl.permits(5))
                        .outside(layer("outside"))
                        .rateLimiter(rl -> rl.permits(7))
                        .build();
        pipeline.execute(() -> "");
        assertThat(available()).isEqualTo(4);
        assertThat(registry.rateLimiter("search/2").availablePermits()).isEqualTo(6);
    }

    @Test // interplay: exceptions come out as they are
    void aCheckedExceptionOfALayerCanBeCaughtByItsName() {
        TimeoutException late = new TimeoutException();
        Pipeline<String> pipeline =
                limited()
                        .inside(
                                Layer.sync(
                                        call -> {
                                            throw late;
                                        }))
                        .build();
        String caught;
        try {
            caught = pipeline.<TimeoutException>execute(() -> "never");
        } catch (TimeoutException e) {
            caught = "late";
        }
        assertThat(caught).isEqualTo("late");
        assertThatThrownBy(() -> pipeline.execute(() -> "")).isSameAs(late);
    }

    @Test // interplay: exceptions come out as they are
    void anErrorIsThrownAsItIs() {
        Pipeline<String> pipeline = limited().outside(layer("outside")).build();
        AssertionError error = new AssertionError();
        assertThatThrownBy(
                        () ->
                                pipeline.execute(
                                        () -> {
                                            throw error;
                                        }))
                .isSameAs(error);
        clock.advance(ofSeconds(9));
        assertThat(
                        pipeline.executeAsync(
                                () -> {
                                    throw error;
                                }))
                .failsWithin(ofSeconds(0))
                .withThrowableThat()
                .havingCause()
                .isSameAs(error);
    }

    @ParameterizedTest // S15: the stage always completes
    @ValueSource(booleans = {true, false})
    void whatAnAsynchronousLayerThrowsIsAFailedStage(boolean outside) {
        IllegalStateException failure = new IllegalStateException();
        assertFails(
                outside,
                call -> {
                    throw failure;
                },
                failure.toString());
    }

    @ParameterizedTest // S15
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("NullAway") // the point
    void anAsynchronousLayerThatReturnsNullIsAFailedStage(boolean outside) {
        assertFails(outside, call -> null, "returned null");
    }

    private void assertFails(boolean outside, Layer.Async<String> failing, String failure) {
        Layer<String> layer = Layer.async(failing);
        Pipeline<String> pipeline =
                outside
                        ? limited().outside(layer("outside")).outside(layer).build()
                        : limited().outside(layer("outside")).inside(layer).build();
        assertThat(pipeline.executeAsync(() -> CompletableFuture.completedFuture("")))
                .failsWithin(ofSeconds(0))
                .withThrowableThat()
                .withMessageContaining(failure);
        assertThat(seen.get(1)).as("seen as a failed stage, not thrown").contains(failure);
    }

    @Test // S15: a layer that tries again on a thread of its own would lose what is thrown
    void aLayerSeesAFailedStageWhateverTheCallDoes() {
        IOException failure = new IOException();
        List<Supplier<CompletionStage<String>>> calls =
                List.of(
                        () -> {
                            throw new IllegalStateException("thrown");
                        },
                        () -> CompletableFuture.failedFuture(failure),
                        () -> nothing());
        Pipeline<String> pipeline =
                Pipeline.builder(registry, "search", String.class)
                        .rateLimiter(rl -> rl.permits(9))
                        .inside(layer("inside"))
                        .build();
        for (Supplier<CompletionStage<String>> call : calls) {
            seen.clear();
            assertThat(pipeline.executeAsync(call)).isCompletedExceptionally();
            assertThat(seen).hasSize(2);
        }
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // the point
    private static <T> T nothing() {
        return null;
    }

    @Test // a layer that is skipped would be believed in but absent
    void aLayerForOneKindOfCallsRefusesTheOther() {
        Pipeline<String> sync =
                limited().outside(layer("outside")).outside(Layer.sync(Callable::call)).build();
        assertThat(sync.executeAsync(() -> CompletableFuture.completedFuture("")))
                .failsWithin(ofSeconds(0))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ResilienceException.class)
                .withMessage(
                        "R4C-REG-012: pipeline \"search\", executeAsync: outside layer 2 is for"
                                + " synchronous calls only. Make it by Layer.of(sync, async).");
        Pipeline<String> async =
                limited().outside(layer("outside")).inside(Layer.async(Supplier::get)).build();
        assertThatThrownBy(() -> async.execute(() -> ""))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.code()).isEqualTo("R4C-REG-012"))
                .hasMessage(
                        "R4C-REG-012: pipeline \"search\", execute: inside layer 1 is for"
                                + " asynchronous calls only. Make it by Layer.of(sync, async).");
        assertThat(seen).as("nothing ran").isEmpty();
        assertThat(available()).isEqualTo(1);
        assertThat(sync.execute(() -> "sync")).isEqualTo("sync");
        clock.advance(ofSeconds(1));
        assertThat(async.executeAsync(() -> CompletableFuture.completedFuture("async")))
                .isCompletedWithValue("async");
    }

    @Test // S17
    void aWaitingCallWithLayersInsideCanBeCancelled() {
        Pipeline<String> pipeline = limited().inside(layer("inside")).build();
        pipeline.execute(() -> "");
        seen.clear();
        CompletableFuture<String> waiting =
                pipeline.executeAsync(() -> CompletableFuture.completedFuture("never"))
                        .toCompletableFuture();
        assertThat(waiting.cancel(true)).isTrue();
        clock.advance(ofSeconds(1));
        assertThat(available()).isEqualTo(1);
        assertThat(seen).isEmpty();
    }

    @Test // S21
    void afterCloseItSaysSo() {
        Pipeline<String> pipeline = limited().outside(layer("outside")).build();
        registry.close();
        assertThatThrownBy(() -> pipeline.execute(() -> "")).hasMessageStartingWith("R4C-REG-010");
        assertThat(pipeline.executeAsync(() -> CompletableFuture.completedFuture("")))
                .failsWithin(ofSeconds(0))
                .withThrowableThat()
                .withMessageContaining("R4C-REG-010");
    }

    @Test
    @SuppressWarnings("NullAway") // the point
    void nullCostsNoPermit() {
        Pipeline<String> pipeline = limited().outside(layer("outside")).build();
        assertThatThrownBy(() -> pipeline.execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> pipeline.executeAsync(null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> limited().outside(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> limited().inside(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Layer.of(Callable::call, null))
                .isInstanceOf(NullPointerException.class);
        assertThat(available()).isEqualTo(1);
    }
}
