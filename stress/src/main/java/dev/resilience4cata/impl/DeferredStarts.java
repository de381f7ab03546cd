// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * S14, S17, S21: an asynchronous call that waits is settled once, by whoever comes first. Counted
 * are its starts; then two calls arrive, and say whether its permit was given back.
 */
final class DeferredStarts {

    private DeferredStarts() {}

    /** One permit a second, used up at zero; one call waits for the next. */
    private static final class Waiting {

        private static final Quota QUOTA = Answer.quota(1, 1, 1);

        final ManualClock clock = new ManualClock();
        final GcraLimiter limiter = Answer.exhausted(QUOTA, clock);
        final DeferredCalls calls =
                new DeferredCalls(
                        clock,
                        (task, delayNanos) -> {
                            throw new AssertionError("the clock needs no timer");
                        },
                        UnaryOperator.identity());
        final AtomicInteger starts = new AtomicInteger();
        final CompletableFuture<Integer> result;

        Waiting(CompletionStage<Integer> stage) {
            result =
                    calls.defer(
                            limiter.acquire(),
                            () -> {
                                starts.incrementAndGet();
                                return stage;
                            },
                            (call, nanos) -> {});
        }

        void comesDue() {
            clock.advance(ofSeconds(1));
        }

        void close() {
            limiter.close();
            calls.close();
        }

        /** The value of the stage, or what it failed with. */
        int outcome() {
            try {
                return result.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof ResilienceException cause) {
                    return Answer.ofClosed(cause);
                }
                throw e;
            }
        }
    }

    @JCStressTest
    @Outcome(id = "1, 2000, -1", expect = ACCEPTABLE, desc = "Started; cancelled while it ran.")
    @Outcome(id = "0, 0, 2000", expect = ACCEPTABLE, desc = "Cancelled; the permit is back.")
    @Outcome(expect = FORBIDDEN, desc = "Started with its permit back, or neither.")
    @State
    public static class AgainstCancelling {

        private final Waiting waiting = new Waiting(new CompletableFuture<>());

        @Actor
        public void due() {
            waiting.comesDue();
        }

        @Actor
        public void cancel() {
            waiting.result.cancel(false);
        }

        @Arbiter
        public void count(III_Result r) {
            r.r1 = waiting.starts.get();
            r.r2 = Answer.toCall(waiting.limiter);
            r.r3 = Answer.toCall(waiting.limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 2000, -1", expect = ACCEPTABLE, desc = "Started; completed while it ran.")
    @Outcome(id = "0, 0, 2000", expect = ACCEPTABLE, desc = "Completed; the permit is back.")
    @Outcome(expect = FORBIDDEN, desc = "Started with its permit back, or neither.")
    @State
    public static class AgainstCompletingFromOutside {

        private final Waiting waiting = new Waiting(new CompletableFuture<>());

        @Actor
        public void due() {
            waiting.comesDue();
        }

        @Actor
        public void complete() {
            waiting.result.complete(7);
        }

        @Arbiter
        public void count(III_Result r) {
            r.r1 = waiting.starts.get();
            r.r2 = Answer.toCall(waiting.limiter);
            r.r3 = Answer.toCall(waiting.limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 1000, -1", expect = ACCEPTABLE, desc = "The permit is back, once.")
    @Outcome(expect = FORBIDDEN, desc = "The permit was lost, or came back twice.")
    @State
    public static class CancelledTwice {

        private final Waiting waiting = new Waiting(new CompletableFuture<>());

        @Actor
        public void cancel() {
            waiting.result.cancel(false);
        }

        @Actor
        public void cancelToo() {
            waiting.result.cancel(false);
        }

        @Arbiter
        public void count(III_Result r) {
            r.r1 = waiting.starts.get();
            r.r2 = Answer.toCall(waiting.limiter);
            r.r3 = Answer.toCall(waiting.limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "Started, and completed as its stage.")
    @Outcome(id = "1, -2", expect = ACCEPTABLE, desc = "Started; closed before it completed.")
    @Outcome(id = "0, -2", expect = ACCEPTABLE, desc = "Closed.")
    @Outcome(expect = FORBIDDEN, desc = "A value without a start, or two starts.")
    @State
    public static class AgainstClosing {

        private final Waiting waiting = new Waiting(CompletableFuture.completedFuture(7));

        @Actor
        public void due() {
            waiting.comesDue();
        }

        @Actor
        public void close() {
            waiting.close();
        }

        @Arbiter
        public void count(II_Result r) {
            r.r1 = waiting.starts.get();
            r.r2 = waiting.outcome();
        }
    }

    /** A call that begins to wait must not be missed by the end; nothing starts afterwards. */
    @JCStressTest
    @Outcome(id = "0, -2, 0", expect = ACCEPTABLE, desc = "Closed, and nothing is left to start.")
    @Outcome(expect = FORBIDDEN, desc = "The call waits on, or starts after the end.")
    @State
    public static class ScheduledAgainstClosing {

        private static final Quota QUOTA = Answer.quota(1, 1, 1);

        private final ManualClock clock = new ManualClock();
        private final GcraLimiter limiter = Answer.exhausted(QUOTA, clock);
        private final Reservation reservation = limiter.acquire();
        private final AtomicInteger starts = new AtomicInteger();
        private final DeferredCalls calls =
                new DeferredCalls(
                        clock,
                        (task, delayNanos) -> {
                            throw new AssertionError("the clock needs no timer");
                        },
                        UnaryOperator.identity());
        private CompletableFuture<Integer> result = new CompletableFuture<>();

        @Actor
        public void defer() {
            result =
                    calls.defer(
                            reservation,
                            () -> CompletableFuture.completedFuture(starts.incrementAndGet()),
                            (call, nanos) -> {});
        }

        @Actor
        public void close() {
            limiter.close();
            calls.close();
        }

        @Arbiter
        public void count(III_Result r) {
            r.r3 = clock.pendingTasks();
            clock.advance(ofSeconds(1));
            r.r1 = starts.get();
            try {
                r.r2 = result.getNow(0);
            } catch (CompletionException e) {
                if (e.getCause() instanceof ResilienceException cause) {
                    r.r2 = Answer.ofClosed(cause);
                }
            }
        }
    }
}
