// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits in code: the page's "Same thing with Pipeline", and several limiters in one (C42). */
@Timeout(60)
class PipelineTest {

    /** No round number, so that nothing is right because the time is zero. */
    private static final long START = 1_000_003;

    private final ManualClock clock = new ManualClock(START);
    private final Map<String, String> properties = new HashMap<>();
    private final List<RateLimiterRejected> rejections = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder()
                    .clock(clock)
                    .properties(properties::get)
                    .listener(rejections::add)
                    .build();

    /** What stands behind the page's sample. */
    private static final class Backend {
        int searches;

        String search(String query) {
            searches++;
            return "results for " + query;
        }
    }

    private final Backend backend = new Backend();

    @Test // the page's sample, word for word
    void limitsACallAndIsFoundByItsId() {
        Pipeline<String> search =
                Pipeline.builder(registry, "search", String.class)
                        .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                        .build();

        String results = search.execute(() -> backend.search("resilience"));

        assertThat(results).isEqualTo("results for resilience");
        assertThat(registry.rateLimiter("search").snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "search", 9, 10, ofSeconds(1), 10, Duration.ZERO, true));
        for (int i = 0; i < 9; i++) {
            search.execute(() -> backend.search("more"));
        }
        assertThatThrownBy(() -> search.execute(() -> backend.search("one too many")))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.instanceId()).isEqualTo("search"));
        assertThat(backend.searches).isEqualTo(10);
        assertThat(rejections).containsExactly(new RateLimiterRejected("search", ofMillis(100)));
        clock.advance(ofMillis(100));
        assertThat(search.execute(() -> backend.search("next"))).isEqualTo("results for next");
    }

    @Test
    void whatTheCallThrowsIsThrownAndThePermitIsUsed() {
        Pipeline<String> pipeline = pipeline("call", b -> b.permits(1));
        assertThatThrownBy(
                        () ->
                                pipeline.execute(
                                        () -> {
                                            throw new IOException("of the call");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("of the call");
        assertThat(registry.rateLimiter("call").availablePermits()).isZero();
    }

    @Test // S15, S16, S17: one engine with asynchronous methods
    void anAsynchronousCallWaitsWithoutAThreadAndCanBeCancelled() {
        Pipeline<String> pipeline =
                pipeline("call", b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(2)));
        assertThat(pipeline.execute(() -> "now")).isEqualTo("now");
        CompletableFuture<String> first = executeAsync(pipeline, "first");
        CompletableFuture<String> second = executeAsync(pipeline, "second");
        assertThat(executeAsync(pipeline, "third"))
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RateLimitExceededException.class);
        assertThat(clock.pendingTasks()).isEqualTo(2);
        assertThat(first.cancel(false)).isTrue();
        clock.advance(ofSeconds(1)); // when the first was due, and nobody starts
        clock.advance(ofSeconds(1).minusNanos(1));
        assertThat(second).isNotDone();
        clock.advance(Duration.ofNanos(1));
        assertThat(second).isCompletedWithValue("second");
    }

    @Test
    void aPropertyCompletesWhatTheCodeLeavesOutAndOverridesWhatItSays() {
        properties.put("resilience4cata.instances.search.rateLimiter.permits", "3");
        properties.put("resilience4cata.rateLimiter.maxWait", "7s");
        properties.put("resilience4cata.rateLimiter.period", "9s");
        pipeline("search", b -> b.permits(10).period(ofSeconds(2)));
        assertThat(registry.rateLimiter("search").snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "search", 3, 3, ofSeconds(2), 3, ofSeconds(7), true));
    }

    @Test
    void equalPipelinesShareALimiter() {
        Pipeline<String> one = pipeline("shared", b -> b.permits(2));
        Pipeline<String> other = pipeline("shared", b -> b.permits(2));
        one.execute(() -> "");
        other.execute(() -> "");
        assertThatThrownBy(() -> one.execute(() -> ""))
                .isInstanceOf(RateLimitExceededException.class);
    }

    @Test
    void anIdWithOtherValuesIsAConflict() {
        pipeline("search", b -> b.permits(10));
        assertThatThrownBy(() -> pipeline("search", b -> b.permits(11)))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.code()).isEqualTo("R4C-REG-008"))
                .hasMessage(
                        "R4C-REG-008: pipeline \"search\": pipeline \"search\" has the same name and"
                                + " another configuration: here permits = 11 (code), period ="
                                + " PT1S (default), burst = 11 (default), maxWait = PT0S"
                                + " (default), enabled = true (default); there permits = 10"
                                + " (code), period = PT1S (default), burst = 10 (default),"
                                + " maxWait = PT0S (default), enabled = true (default). Give"
                                + " both the same values, or set them by"
                                + " resilience4cata.instances.search.rateLimiter.permits and the"
                                + " like.");
    }

    @Test
    void aBadValueIsToldWithThePipeline() {
        assertThatThrownBy(() -> pipeline("search", b -> b.permits(10).period(Duration.ofNanos(9))))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith(
                        "R4C-REG-001: pipeline \"search\": period = PT0.000000009S");
    }

    @Test // C33: a limit that is believed in but absent
    void aPipelineNeedsALimiter() {
        assertThatThrownBy(() -> Pipeline.builder(registry, "search", String.class).build())
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.CONFIG_INVALID))
                .hasMessage(
                        "R4C-REG-001: pipeline \"search\": it has no limiter. Call"
                                + " rateLimiter(...) before build().");
    }

    @Test // S21
    void afterCloseItSaysSo() {
        Pipeline<String> pipeline = pipeline("call", b -> b.permits(1));
        registry.close();
        assertThatThrownBy(() -> pipeline.execute(() -> ""))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-010");
        assertThat(executeAsync(pipeline, ""))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessageStartingWith("R4C-REG-010");
    }

    @ParameterizedTest // C42, in both orders
    @ValueSource(booleans = {true, false})
    void ofTwoLimitersACallThatOneRejectsCostsNothingInEither(boolean minuteFirst) {
        Consumer<RateLimiterConfig.Builder> perMinute = b -> b.permits(10).period(ofMinutes(1));
        Consumer<RateLimiterConfig.Builder> perHour = b -> b.permits(30).period(ofHours(1));
        Pipeline<String> pipeline =
                minuteFirst
                        ? pipeline("api", perMinute, perHour)
                        : pipeline("api", perHour, perMinute);
        String minute = minuteFirst ? "api" : "api/2";
        String hour = minuteFirst ? "api/2" : "api";
        List<Integer> admittedAt = new ArrayList<>();
        for (int second = 0; second < 600; second++) {
            List<RateLimiterSnapshot> before = registry.snapshot().rateLimiters();
            try {
                while (true) {
                    pipeline.execute(() -> "");
                    admittedAt.add(second);
                    before = registry.snapshot().rateLimiters();
                }
            } catch (RateLimitExceededException e) {
                assertThat(e.instanceId()).isEqualTo(second < 126 ? minute : hour);
                assertThat(registry.snapshot().rateLimiters()).isEqualTo(before);
            }
            clock.advance(ofSeconds(1));
        }
        // Ten at once, then one every six seconds, until the hour has no more than its own pace.
        assertThat(admittedAt.subList(0, 10)).containsOnly(0);
        assertThat(admittedAt.subList(10, 14)).containsExactly(6, 12, 18, 24);
        assertThat(admittedAt).hasSize(30 + 599 / 120);
    }

    @Test // C42
    void aCallWaitsForTheLaterOfTwoPermitsNotForTheSum() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(5)).maxWait(ofMinutes(1)),
                        b -> b.permits(1).period(ofSeconds(8)).maxWait(ofMinutes(1)));
        pipeline.execute(() -> "");
        long before = clock.nanoTime();
        pipeline.execute(() -> "");
        assertThat(clock.nanoTime() - before).isEqualTo(ofSeconds(8).toNanos());
        assertThat(registry.rateLimiter("api").timeToNextPermit()).isEqualTo(ofSeconds(5));
        assertThat(registry.rateLimiter("api/2").timeToNextPermit()).isEqualTo(ofSeconds(8));
    }

    @Test // C42: maxWait of each holds
    void aCallWaitsNoLongerThanEitherAllows() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(8)),
                        b -> b.permits(1).period(ofSeconds(10)).maxWait(ofMinutes(1)));
        pipeline.execute(() -> "");
        assertThatThrownBy(() -> pipeline.execute(() -> ""))
                .as("the second has its permit in ten seconds, the first allows eight")
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.instanceId()).isEqualTo("api/2"));
        assertThat(rejections).containsExactly(new RateLimiterRejected("api/2", ofSeconds(10)));
        assertThat(registry.rateLimiter("api").timeToNextPermit()).isEqualTo(ofSeconds(1));
        clock.advance(ofSeconds(2).minusNanos(1));
        assertThatThrownBy(() -> pipeline.execute(() -> ""))
                .isInstanceOf(RateLimitExceededException.class);
        clock.advance(Duration.ofNanos(1));
        long before = clock.nanoTime();
        pipeline.execute(() -> "");
        assertThat(clock.nanoTime() - before).isEqualTo(ofSeconds(8).toNanos());
    }

    @Test // the event and the exception name the same one, that would refuse the call by itself
    void namesTheLimiterThatRefuses() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(10)).maxWait(ofSeconds(5)),
                        b -> b.permits(1).period(ofSeconds(20)).maxWait(ofMinutes(1)));
        pipeline.execute(() -> "");
        assertRejectedBy("api", pipeline);
        assertThat(rejections).containsExactly(new RateLimiterRejected("api", ofSeconds(10)));
    }

    @Test
    @SuppressWarnings("NullAway") // the point
    void nullCostsNoPermit() {
        Pipeline<String> pipeline = pipeline("api", b -> b.permits(1));
        assertThatThrownBy(() -> pipeline.execute(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> pipeline.executeAsync(null))
                .isInstanceOf(NullPointerException.class);
        assertThat(registry.rateLimiter("api").availablePermits()).isEqualTo(1);
    }

    @Test // counted in thirds of a nanosecond
    void maxWaitHoldsWhereTheIntervalIsAFraction() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(3).burst(1).period(ofSeconds(10)).maxWait(ofSeconds(5)),
                        b -> b.permits(9).maxWait(ofHours(1)));
        pipeline.execute(() -> "");
        assertThat(executeAsync(pipeline, "in 3.3 s")).isNotDone();
        assertThat(executeAsync(pipeline, "in 6.7 s")).isCompletedExceptionally();
    }

    @Test // C42: cancelled while it waits for the later one
    void aCallThatIsCancelledGivesBackBothPermits() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(2).period(ofSeconds(2)).maxWait(ofMinutes(1)),
                        b -> b.permits(1).period(ofSeconds(10)).maxWait(ofMinutes(1)));
        pipeline.execute(() -> "");
        List<RateLimiterSnapshot> before = registry.snapshot().rateLimiters();
        CompletableFuture<String> waiting = executeAsync(pipeline, "never");
        assertThat(registry.rateLimiter("api/2").timeToNextPermit()).isEqualTo(ofSeconds(20));
        waiting.cancel(true);
        waiting.cancel(true);
        assertThat(registry.snapshot().rateLimiters()).isEqualTo(before);
        assertThat(registry.rateLimiter("api/2").timeToNextPermit()).isEqualTo(ofSeconds(10));
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // S3: while it waits for the hour, the permits of the seconds before are for others
    void whatACallDoesNotUseWhileItWaitsIsLeftToOthers() {
        Pipeline<String> both =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(1)).maxWait(ofMinutes(1)),
                        b -> b.permits(1).period(ofSeconds(10)).maxWait(ofMinutes(1)));
        both.execute(() -> "");
        CompletableFuture<String> due = executeAsync(both, "at 10 s");
        registry.rateLimiter("api").reconfigure(b -> b.maxWait(Duration.ZERO));
        List<Long> starts = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            if (registry.rateLimiter("api").tryAcquire()) {
                starts.add((clock.nanoTime() - START) / 100_000_000);
            }
            clock.advance(ofMillis(100));
        }
        assertThat(due).isCompletedWithValue("at 10 s");
        assertThat(starts)
                .as("tenths of a second; the eleventh start of the limiter is the one at 10 s")
                .containsExactly(
                        10L, 20L, 30L, 40L, 50L, 60L, 70L, 80L, 90L, 110L, 120L, 130L, 140L);
    }

    @Test
    void aDisabledLimiterOfTwoIsAsIfItWereNotThere() {
        Pipeline<String> pipeline =
                pipeline("api", b -> b.permits(1).enabled(false), b -> b.permits(2));
        pipeline.execute(() -> "");
        pipeline.execute(() -> "");
        assertRejectedBy("api/2", pipeline);
        registry.rateLimiter("api/2").reconfigure(b -> b.enabled(false));
        assertThat(pipeline.execute(() -> "free")).isEqualTo("free");
    }

    @Test // S9, in either place
    void aDisabledLimiterNeitherWaitsNorForbidsWaitingNorCounts() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)),
                        b -> b.permits(5).enabled(false));
        pipeline.execute(() -> "");
        CompletableFuture<String> waiting = executeAsync(pipeline, "later");
        assertThat(waiting).isNotDone();
        clock.advance(ofSeconds(1));
        assertThat(waiting).isCompletedWithValue("later");
        registry.rateLimiter("api/2").reconfigure(b -> b.enabled(true));
        assertThat(registry.rateLimiter("api/2").availablePermits()).isEqualTo(5);
    }

    @Test // S9: what was used up before does not count while it is disabled
    void aLimiterThatWasExhaustedAndThenDisabledLetsPass() {
        Pipeline<String> pipeline =
                pipeline("api", b -> b.permits(1).period(ofHours(1)), b -> b.permits(9));
        pipeline.execute(() -> "");
        registry.rateLimiter("api").reconfigure(b -> b.enabled(false));
        assertThat(pipeline.execute(() -> "passed")).isEqualTo("passed");
        registry.rateLimiter("api").reconfigure(b -> b.enabled(true));
        assertThat(registry.rateLimiter("api").availablePermits()).as("still used up").isZero();
    }

    @Test // S9
    void disabledLimitersDoNotReadTheClock() {
        ResilienceRegistry clockless =
                ResilienceRegistry.builder()
                        .clock(
                                () -> {
                                    throw new AssertionError("read");
                                })
                        .build();
        Pipeline<String> pipeline =
                Pipeline.builder(clockless, "api", String.class)
                        .rateLimiter(b -> b.enabled(false))
                        .rateLimiter(b -> b.enabled(false))
                        .build();
        assertThat(pipeline.execute(() -> "free")).isEqualTo("free");
    }

    @Test
    void threeLimitersCountEachCall() {
        Pipeline<String> pipeline =
                pipeline("api", b -> b.permits(9), b -> b.permits(8), b -> b.permits(2));
        pipeline.execute(() -> "");
        pipeline.execute(() -> "");
        assertRejectedBy("api/3", pipeline);
        assertThat(registry.snapshot().rateLimiters())
                .extracting(RateLimiterSnapshot::availablePermits)
                .containsExactly(7, 6, 0);
    }

    @Test // S3: a slot that was given back is there for a call that needs another one as well
    void takesASlotThatWasGivenBack() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(3)),
                        b -> b.permits(9).maxWait(ofMinutes(1)));
        pipeline.execute(() -> "");
        CompletableFuture<String> first = executeAsync(pipeline, "at 1 s");
        CompletableFuture<String> second = executeAsync(pipeline, "at 2 s");
        CompletableFuture<String> third = executeAsync(pipeline, "at 3 s");
        assertThat(executeAsync(pipeline, "too late")).isCompletedExceptionally();
        first.cancel(false);
        CompletableFuture<String> again = executeAsync(pipeline, "at 1 s again");
        assertThat(executeAsync(pipeline, "too late again")).isCompletedExceptionally();
        clock.advance(ofSeconds(1));
        assertThat(again).isCompletedWithValue("at 1 s again");
        clock.advance(ofSeconds(1));
        assertThat(second).isCompletedWithValue("at 2 s");
        clock.advance(ofSeconds(1));
        assertThat(third).isCompletedWithValue("at 3 s");
    }

    @Test // the one with the free slot is the farther of the two all the same
    void namesTheFartherLimiterAlsoWhereASlotIsFree() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofSeconds(10)).maxWait(ofMinutes(1)),
                        b -> b.permits(1).period(ofSeconds(4)).maxWait(ofMinutes(1)));
        pipeline.execute(() -> "");
        CompletableFuture<String> first = executeAsync(pipeline, "at 10 s");
        CompletableFuture<String> second = executeAsync(pipeline, "at 20 s");
        first.cancel(false);
        registry.rateLimiter("api/2").reconfigure(b -> b.maxWait(ofSeconds(5)));
        assertRejectedBy("api", pipeline);
        assertThat(rejections).containsExactly(new RateLimiterRejected("api", ofSeconds(10)));
        assertThat(second).isNotDone();
    }

    @Test // S21
    void afterCloseTwoLimitersSaySoToo() {
        Pipeline<String> pipeline =
                pipeline(
                        "api",
                        b -> b.permits(1).period(ofHours(1)).maxWait(ofHours(9)),
                        b -> b.permits(1).period(ofHours(2)).maxWait(ofHours(9)));
        pipeline.execute(() -> "");
        CompletableFuture<String> waiting = executeAsync(pipeline, "never");
        registry.close();
        assertThat(waiting)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(() -> pipeline.execute(() -> ""))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-010");
        assertThat(executeAsync(pipeline, ""))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessageStartingWith("R4C-REG-010");
    }

    @Test
    void policiesOfTwoRegistriesCannotBeJoined() {
        ResilienceRegistry other = ResilienceRegistry.builder().build();
        assertThatThrownBy(
                        () ->
                                registry.rateLimiterPolicy("a#b()", "", "", b -> {})
                                        .and(other.rateLimiterPolicy("c#d()", "", "", b -> {})))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                registry.rateLimiterPolicy("a#b()", "", "", b -> {})
                                        .and(registry.rateLimiterPolicy("a#b()", "", "", b -> {})))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertRejectedBy(String limiter, Pipeline<String> pipeline) {
        assertThatThrownBy(() -> pipeline.execute(() -> ""))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> assertThat(e.instanceId()).isEqualTo(limiter));
    }

    private static CompletableFuture<String> executeAsync(Pipeline<String> pipeline, String value) {
        CompletionStage<String> stage =
                pipeline.executeAsync(() -> CompletableFuture.completedFuture(value));
        return stage.toCompletableFuture();
    }

    @SafeVarargs
    private Pipeline<String> pipeline(String id, Consumer<RateLimiterConfig.Builder>... limiters) {
        Pipeline.Builder<String> builder = Pipeline.builder(registry, id, String.class);
        for (Consumer<RateLimiterConfig.Builder> limiter : limiters) {
            builder.rateLimiter(limiter);
        }
        return builder.build();
    }
}
