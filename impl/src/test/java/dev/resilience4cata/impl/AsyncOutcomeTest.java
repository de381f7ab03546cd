// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S15, S16, C21: the returned stage completes exactly as the call's, with a wait and without. */
@Timeout(60)
class AsyncOutcomeTest {

    private final ManualClock clock = new ManualClock();
    private final RateLimiterPolicy policy =
            ResilienceRegistry.builder()
                    .clock(clock)
                    .build()
                    .rateLimiterPolicy(
                            "limiter",
                            "",
                            "",
                            b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)));

    abstract class Outcomes {

        private CompletableFuture<String> outcome(
                Callable<? extends CompletionStage<String>> call) {
            CompletableFuture<String> stage = policy.callAsync(call).toCompletableFuture();
            clock.advance(ofSeconds(1));
            return stage;
        }

        @ParameterizedTest
        @ValueSource(
                classes = {
                    IOException.class,
                    Exception.class,
                    IllegalStateException.class,
                    CompletionException.class,
                    AssertionError.class,
                    StackOverflowError.class,
                    InterruptedException.class
                })
        void whatIsThrownBeforeThereIsAStageFailsIt(Class<? extends Throwable> type) {
            Throwable thrown = throwable(type);
            CompletableFuture<String> stage =
                    outcome(
                            () -> {
                                AsyncOutcomeTest.<RuntimeException>sneak(thrown);
                                return null;
                            });
            assertThat(failure(stage)).isSameAs(thrown);
        }

        @Test
        void noStageIsAFailedOne() {
            assertThat(failure(outcome(() -> null)))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("the method returned null, not a stage");
        }

        @Test
        void theSameValue() {
            String value = new String("a value");
            assertThat(outcome(() -> CompletableFuture.completedFuture(value)).join())
                    .isSameAs(value);
            assertThat(outcome(() -> CompletableFuture.completedStage(value)).join())
                    .isSameAs(value);
        }

        @Test
        void nullIsAValue() {
            assertThat(outcome(() -> CompletableFuture.completedFuture(null)))
                    .isCompletedWithValue(null);
        }

        @Test
        void aValueThatComesLater() {
            CompletableFuture<String> later = new CompletableFuture<>();
            CompletableFuture<String> stage = outcome(() -> later);
            assertThat(stage).isNotDone();
            later.complete("later");
            assertThat(stage).isCompletedWithValue("later");
        }

        @Test
        void theSameExceptionAndNoneAroundIt() {
            IOException failure = new IOException();
            CompletableFuture<String> stage =
                    outcome(() -> CompletableFuture.failedFuture(failure));
            assertThat(failure(stage)).isSameAs(failure);
            assertThatThrownBy(stage::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isSameAs(failure);
        }

        @Test
        void aDerivedStageFailsWithWhatItFailsWithItself() {
            IOException failure = new IOException();
            CompletableFuture<String> derived =
                    CompletableFuture.<String>failedFuture(failure).thenApply(value -> value);
            assertThat(failure(outcome(() -> derived))).isSameAs(failure(derived));
        }

        @Test
        void aStageThatIsCancelledIsCancelled() {
            CompletableFuture<String> later = new CompletableFuture<>();
            CompletableFuture<String> stage = outcome(() -> later);
            later.cancel(true);
            assertThat(stage).isCancelled();
        }

        @Test
        void whoCompletesTheReturnedStageCompletesThatOfTheCall() {
            CompletableFuture<String> later = new CompletableFuture<>();
            outcome(() -> later).complete("from outside");
            assertThat(later).isCompletedWithValue("from outside");
            CompletableFuture<String> failed = new CompletableFuture<>();
            IOException failure = new IOException();
            outcome(() -> failed).completeExceptionally(failure);
            assertThat(failure(failed)).isSameAs(failure);
        }

        @Test
        void aStageOfItsOwnKind() {
            CompletableFuture<String> later = new CompletableFuture<>();
            CompletionStage<String> own = later.minimalCompletionStage();
            CompletableFuture<String> stage = outcome(() -> own);
            later.complete("later");
            assertThat(stage).isCompletedWithValue("later");
        }
    }

    @Nested
    class WithoutWait extends Outcomes {

        @Test
        void theStageIsTheOneOfTheCallItself() {
            CompletionStage<String> own = new CompletableFuture<String>().minimalCompletionStage();
            Object returned = policy.callAsync(() -> own);
            assertThat(returned == own).isTrue();
        }
    }

    @Nested
    class AfterAWait extends Outcomes {

        @BeforeEach
        void takeThePermit() {
            assertThat(policy.tryAcquire()).isTrue();
        }

        @Test
        void aStageThatCannotBeListenedToFails() {
            UnsupportedOperationException failure = new UnsupportedOperationException();
            CompletableFuture<String> deaf =
                    new CompletableFuture<>() {
                        @Override
                        public <U> CompletableFuture<U> handle(
                                BiFunction<? super String, Throwable, ? extends U> action) {
                            throw failure;
                        }
                    };
            CompletableFuture<String> stage = policy.callAsync(() -> deaf).toCompletableFuture();
            clock.advance(ofSeconds(1));
            assertThat(failure(stage)).isSameAs(failure);
        }

        @Test
        void aCallThatThrowsDoesNotKeepOthersFromStarting() {
            CompletionStage<String> failed =
                    policy.callAsync(
                            () -> {
                                throw new AssertionError();
                            });
            clock.advance(ofSeconds(1));
            assertThat(failed.toCompletableFuture()).isCompletedExceptionally();
            CompletionStage<String> next =
                    policy.callAsync(() -> CompletableFuture.completedFuture("next"));
            clock.advance(ofSeconds(1));
            assertThat(next).isCompletedWithValue("next");
        }
    }

    private static Throwable throwable(Class<? extends Throwable> type) {
        try {
            return type.equals(CompletionException.class)
                    ? new CompletionException(new IOException())
                    : type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** What listeners are told. */
    private static Throwable failure(CompletionStage<?> stage) {
        AtomicReference<Throwable> told = new AtomicReference<>();
        assertThat(stage.whenComplete((value, failure) -> told.set(failure))).isNotNull();
        assertThat(told.get()).as("failure").isNotNull();
        return told.get();
    }
}
