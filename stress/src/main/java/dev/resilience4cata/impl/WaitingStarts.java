// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.resilience4cata.ManualClock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * S13: a waiting call starts while an earlier slot is free, or becomes free. In whatever order, one
 * call more may run now, and the next ones are due where the queue ends.
 */
final class WaitingStarts {

    private static final long NOW = 2_000_000_000;

    private WaitingStarts() {}

    /**
     * Two permits at once, one a second; used up at 0, so that calls are due at 1, 2 and 3 seconds.
     */
    private static final class Queue {

        private static final Quota QUOTA = Answer.quota(1, 2, 3);

        final ManualClock clock = new ManualClock();
        final GcraLimiter limiter = Answer.exhausted(QUOTA, clock);
        final Reservation dueAtOne = limiter.acquire();
        final Reservation dueAtTwo = limiter.acquire();
        final Reservation dueAtThree = limiter.acquire();

        Queue() {
            clock.advance(ofSeconds(2));
        }
    }

    @JCStressTest
    @Outcome(
            id = "0, 4000, 5000, -1",
            expect = ACCEPTABLE,
            desc = "The call that started has one slot, and the other is to be had.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is in use twice.")
    @State
    public static class AgainstAReturn {

        private final Queue queue = new Queue();

        @Actor
        public void start() {
            queue.limiter.start(queue.dueAtTwo, NOW);
        }

        @Actor
        public void back() {
            queue.limiter.giveBack(queue.dueAtOne);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(IIII_Result r) {
            r.r1 = Answer.toCall(queue.limiter);
            r.r2 = Answer.toCall(queue.limiter);
            r.r3 = Answer.toCall(queue.limiter);
            r.r4 = Answer.toCall(queue.limiter);
        }
    }

    /** The slot that is given back is behind the one that starts, and the newest. */
    @JCStressTest
    @Outcome(
            id = "0, 3000, 4000",
            expect = ACCEPTABLE,
            desc = "One free slot is usable now, and the schedule has moved back.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is in use twice.")
    @State
    public static class AgainstAReturnBehind {

        private final Queue queue = new Queue();

        public AgainstAReturnBehind() {
            queue.limiter.giveBack(queue.dueAtOne);
        }

        @Actor
        public void start() {
            queue.limiter.start(queue.dueAtTwo, NOW);
        }

        @Actor
        public void back() {
            queue.limiter.giveBack(queue.dueAtThree);
        }

        @Arbiter
        public void arrivals(III_Result r) {
            r.r1 = Answer.toCall(queue.limiter);
            r.r2 = Answer.toCall(queue.limiter);
            r.r3 = Answer.toCall(queue.limiter);
        }
    }

    @JCStressTest
    @Outcome(
            id = "0, 4000, 5000, -1",
            expect = ACCEPTABLE,
            desc = "One has the free slot, the other the slot of the waiting call.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is in use twice.")
    @State
    public static class AgainstAnArrival {

        private final Queue queue = new Queue();

        public AgainstAnArrival() {
            queue.limiter.giveBack(queue.dueAtOne);
        }

        @Actor
        public void start() {
            queue.limiter.start(queue.dueAtTwo, NOW);
        }

        @Actor
        public void arrival(IIII_Result r) {
            r.r1 = Answer.toCall(queue.limiter);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(IIII_Result r) {
            r.r2 = Answer.toCall(queue.limiter);
            r.r3 = Answer.toCall(queue.limiter);
            r.r4 = Answer.toCall(queue.limiter);
        }
    }

    /** Only one of the two can have the free slot; its own one is to be had then. */
    @JCStressTest
    @Outcome(
            id = "0, 5000, 6000, 7000",
            expect = ACCEPTABLE,
            desc = "One slot of the three is left for an arrival.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is in use twice.")
    @State
    public static class OfTwoCalls {

        /** Three permits at once; used up at 0, so that calls are due at 1, 2, 3 and 4 seconds. */
        private static final Quota QUOTA = Answer.quota(1, 3, 4);

        private final ManualClock clock = new ManualClock();
        private final GcraLimiter limiter = Answer.exhausted(QUOTA, clock);
        private final Reservation first;
        private final Reservation second;

        public OfTwoCalls() {
            Reservation front = limiter.acquire();
            first = limiter.acquire();
            second = limiter.acquire();
            limiter.acquire();
            clock.advance(ofSeconds(3));
            limiter.giveBack(front);
        }

        @Actor
        public void first() {
            limiter.start(first, NOW + 1_000_000_000);
        }

        @Actor
        public void second() {
            limiter.start(second, NOW + 1_000_000_000);
        }

        @Arbiter
        public void arrivals(IIII_Result r) {
            r.r1 = Answer.toCall(limiter);
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
            r.r4 = Answer.toCall(limiter);
        }
    }
}
