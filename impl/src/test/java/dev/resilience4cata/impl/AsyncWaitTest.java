// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static dev.resilience4cata.impl.Until.until;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous calls that wait, give up and start, on a clock that is moved by hand. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // the list of starts shows what became of a call
class AsyncWaitTest {

    private final ManualClock clock = new ManualClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
    private final List<String> starts = new ArrayList<>();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return registry.rateLimiterPolicy("limiter", "", "", attributes);
    }

    private RateLimiterPolicy onePerSecond(Duration maxWait) {
        return policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(maxWait));
    }

    private RateLimiterHandle handle() {
        return registry.rateLimiter("limiter");
    }

    /** A call that notes when it starts, to the millisecond. */
    private CompletableFuture<String> call(RateLimiterPolicy policy, String name) {
        return (CompletableFuture<String>)
                policy.callAsync(
                        () -> {
                            starts.add(name + " at " + clock.nanoTime() / 1_000_000);
                            return CompletableFuture.completedFuture(name);
                        });
    }

    @Test // S15, S25
    void waitsWithoutAThreadAndStartsWhenItIsDue() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        assertThat(call(policy, "A")).isCompletedWithValue("A");
        CompletableFuture<String> b = call(policy, "B");
        CompletableFuture<String> c = call(policy, "C");
        assertThat(clock.pendingTasks()).isEqualTo(2);
        clock.advance(ofSeconds(1).minusNanos(1));
        assertThat(b).isNotDone();
        clock.advance(ofNanos(1));
        assertThat(b).isCompletedWithValue("B");
        assertThat(c).isNotDone();
        assertThat(clock.pendingTasks()).isEqualTo(1);
        clock.advance(ofSeconds(8));
        assertThat(c).isCompletedWithValue("C");
        assertThat(clock.pendingTasks()).isZero();
        assertThat(starts).containsExactly("A at 0", "B at 1000", "C at 2000"); // not at 9000
    }

    @Test // S12, S25
    void startsInTheOrderOfArrivalAlsoWhenTheClockJumps() {
        RateLimiterPolicy policy = onePerSecond(Duration.ofHours(1));
        for (int i = 0; i <= 100; i++) {
            call(policy, Integer.toString(i));
        }
        clock.advance(Duration.ofHours(2));
        List<String> inOrder = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            inOrder.add(i + " at " + i * 1000);
        }
        assertThat(starts).isEqualTo(inOrder);
    }

    @Test // C17: nothing blocks, however many wait
    void oneThreadMakesThousandsOfWaitingCalls() {
        RateLimiterPolicy policy = onePerSecond(Duration.ofHours(10));
        for (int i = 0; i <= 10_000; i++) {
            call(policy, "");
        }
        assertThat(clock.pendingTasks()).isEqualTo(10_000);
        assertThat(clock.nanoTime()).isZero();
    }

    @ParameterizedTest // C14, S1
    @ValueSource(longs = {1_000_000_000, 3_000_000_000L})
    void aWaitAsLongAsMaxWaitIsAcceptedAndOneNanosecondMoreIsNot(long wait) {
        RateLimiterPolicy fits = onePerSecond(ofNanos(wait));
        for (long earlier = 0; earlier < wait; earlier += 1_000_000_000) {
            call(fits, "earlier");
        }
        assertThat(call(fits, "fits")).isNotDone();
        assertThat(call(fits, "next")).isCompletedExceptionally();
        handle().reconfigure(b -> b.maxWait(ofNanos(wait).plusSeconds(1).minusNanos(1)));
        assertThat(call(fits, "next")).isCompletedExceptionally();
        handle().reconfigure(b -> b.maxWait(ofNanos(wait).plusSeconds(1)));
        assertThat(call(fits, "next")).isNotDone();
    }

    @Test // S15
    void aRejectionIsAFailedStageAndNoCall() {
        RateLimiterPolicy policy = onePerSecond(Duration.ZERO);
        call(policy, "A");
        CompletionStage<String> rejected = call(policy, "B");
        assertThatThrownBy(() -> rejected.toCompletableFuture().get())
                .cause()
                .isSameAs(policy.rejection());
        clock.advance(ofSeconds(10));
        assertThat(starts).containsExactly("A at 0");
    }

    /** What completes the returned stage while the call waits. */
    enum GivingUp {
        CANCEL {
            @Override
            void on(CompletableFuture<String> stage) {
                assertThat(stage.cancel(true)).isTrue();
            }
        },
        CANCEL_WITHOUT_INTERRUPT {
            @Override
            void on(CompletableFuture<String> stage) {
                assertThat(stage.cancel(false)).isTrue();
            }
        },
        CANCEL_TWICE {
            @Override
            void on(CompletableFuture<String> stage) {
                assertThat(stage.cancel(true)).isTrue();
                assertThat(stage.cancel(true)).isTrue(); // a future says so when it is cancelled
            }
        },
        COMPLETE {
            @Override
            void on(CompletableFuture<String> stage) {
                assertThat(stage.complete("from outside")).isTrue();
            }
        },
        COMPLETE_EXCEPTIONALLY {
            @Override
            void on(CompletableFuture<String> stage) {
                assertThat(stage.completeExceptionally(new IllegalStateException())).isTrue();
            }
        },
        ALL_OF_THEM {
            @Override
            void on(CompletableFuture<String> stage) {
                assertThat(stage.complete("from outside")).isTrue();
                stage.cancel(true);
                stage.completeExceptionally(new IllegalStateException());
                stage.obtrudeValue("by force");
            }
        };

        abstract void on(CompletableFuture<String> stage);
    }

    @ParameterizedTest // S14, S17, C19 a, c
    @EnumSource
    void givingUpFreesThePermitOnceAndTheCallNeverStarts(GivingUp way) {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(1));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B");
        way.on(b);
        assertThat(clock.pendingTasks()).isZero();
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(1));
        assertThat(call(policy, "C")).isNotDone();
        assertThat(call(policy, "D")).isCompletedExceptionally();
        clock.advance(ofSeconds(100));
        assertThat(starts).containsExactly("A at 0", "C at 1000");
        assertThat(handle().availablePermits()).isEqualTo(1);
    }

    @Test // C18
    void theNextArrivalTakesThePlaceOfOneThatGaveUpInTheMiddle() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B");
        call(policy, "C");
        call(policy, "D");
        clock.advance(ofMillis(500));
        b.cancel(true);
        assertThat(handle().timeToNextPermit()).isEqualTo(ofMillis(500));
        call(policy, "E");
        assertThat(handle().timeToNextPermit()).isEqualTo(ofMillis(3500));
        call(policy, "F");
        clock.advance(ofSeconds(10));
        assertThat(starts)
                .containsExactly("A at 0", "E at 1000", "C at 2000", "D at 3000", "F at 4000");
    }

    @ParameterizedTest // C18: in either order, nothing is left
    @ValueSource(booleans = {true, false})
    void whenAllGiveUpTheQueueIsAsIfTheyHadNotBeenThere(boolean newestFirst) {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B");
        CompletableFuture<String> c = call(policy, "C");
        (newestFirst ? c : b).cancel(true);
        (newestFirst ? b : c).cancel(true);
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(1));
        call(policy, "D");
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(2));
    }

    @Test // S13: not lost while the queue moves on
    void aPermitGivenBackInFrontIsThereWhenTheQueueHasGone() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).burst(2).maxWait(ofSeconds(10)));
        call(policy, "A");
        call(policy, "B");
        CompletableFuture<String> c = call(policy, "C"); // due at 1 s
        call(policy, "D");
        call(policy, "E"); // due at 3 s
        c.cancel(true);
        clock.advance(ofSeconds(3));
        assertThat(starts).containsExactly("A at 0", "B at 0", "D at 2000", "E at 3000");
        // A and B took both permits at 0. Since then three came back and two were taken.
        assertThat(handle().availablePermits()).isEqualTo(1);
    }

    @Test // C19 e: a derived stage is somebody else's
    void cancellingADerivedStageDoesNotReachTheCall() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(1));
        call(policy, "A");
        CompletableFuture<String> derived = call(policy, "B").thenApply(String::toLowerCase);
        derived.cancel(true);
        clock.advance(ofSeconds(1));
        assertThat(starts).containsExactly("A at 0", "B at 1000");
    }

    @Test // S17, C19 d
    void cancellingACallThatHasStartedGivesNothingBackAndReachesItsStage() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(1));
        call(policy, "A");
        CompletableFuture<String> running = new CompletableFuture<>();
        CompletableFuture<String> b =
                policy.callAsync(
                                () -> {
                                    starts.add("B");
                                    return running;
                                })
                        .toCompletableFuture();
        clock.advance(ofSeconds(1));
        assertThat(b).isNotDone();
        assertThat(b.cancel(true)).isTrue();
        assertThat(running).isCancelled();
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(1));
        clock.advance(ofSeconds(100));
        assertThat(starts).containsExactly("A at 0", "B");
    }

    @Test
    void orTimeoutGivesThePermitBack() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(1));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B").orTimeout(1, MILLISECONDS);
        assertThatThrownBy(b::get).hasCauseInstanceOf(TimeoutException.class);
        until(() -> handle().timeToNextPermit().equals(ofSeconds(1)));
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // S16
    void aTimeoutValueGivesThePermitBackToo() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(1));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B").completeOnTimeout("late", 1, MILLISECONDS);
        assertThat(b.join()).isEqualTo("late");
        until(() -> handle().timeToNextPermit().equals(ofSeconds(1)));
    }

    @Test // S23
    void callsThatWaitKeepTheirTimesWhenTheLimitChanges() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        for (String name : List.of("A", "B", "C", "D")) {
            call(policy, name);
        }
        clock.advance(ofMillis(500));
        handle().reconfigure(b -> b.period(ofSeconds(10)));
        // 2.5 permits are owed.
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(35));
        clock.advance(ofSeconds(100));
        assertThat(starts).containsExactly("A at 0", "B at 1000", "C at 2000", "D at 3000");
    }

    @Test // S23, S14
    void whatIsGivenBackAfterAChangeCountsInTheNewPermits() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B");
        CompletableFuture<String> c = call(policy, "C");
        handle().reconfigure(x -> x.period(ofSeconds(10)).maxWait(ofSeconds(100)));
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(30));
        b.cancel(true);
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(10));
        c.cancel(true);
        call(policy, "D");
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(20));
    }

    @Test // S15, S21, C23
    void closingFailsWhatWaitsAndNothingStartsAfterwards() {
        RateLimiterPolicy policy = onePerSecond(Duration.ofHours(1));
        call(policy, "A");
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(call(policy, "waiting"));
        }
        registry.close();
        registry.close(); // again
        waiting.forEach(stage -> assertClosed(stage));
        assertClosed(call(policy, "late"));
        assertThat(clock.pendingTasks()).isZero();
        clock.advance(Duration.ofHours(2));
        assertThat(starts).containsExactly("A at 0");
    }

    private static void assertClosed(CompletableFuture<String> stage) {
        assertThatThrownBy(stage::get)
                .cause()
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.code()).isEqualTo("R4C-REG-010"));
    }

    @Test
    void aCallMayMakeCallsAndCloseTheRegistryWhenItStarts() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        call(policy, "A");
        CompletableFuture<CompletableFuture<String>> b =
                policy.callAsync(() -> CompletableFuture.completedFuture(call(policy, "nested")))
                        .toCompletableFuture();
        CompletionStage<String> c =
                policy.callAsync(
                        () -> {
                            registry.close();
                            return CompletableFuture.completedFuture("closed");
                        });
        clock.advance(ofSeconds(10));
        assertThat(c).isCompletedWithValue("closed");
        assertClosed(b.join()); // it would have been due at 3 s
    }
}
