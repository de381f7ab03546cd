// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * S13: slots are given back. Afterwards calls arrive until one is refused: each slot must be had
 * once.
 */
final class Returns {

    private static final Quota TWO_WAIT = Answer.quota(1, 1, 2);
    private static final Quota THREE_WAIT = Answer.quota(1, 1, 3);

    private Returns() {}

    @JCStressTest
    @Outcome(id = "1000, 2000, -1", expect = ACCEPTABLE, desc = "Back first, then taken again.")
    @Outcome(id = "2000, 1000, -1", expect = ACCEPTABLE, desc = "Taken behind it, then back.")
    @Outcome(expect = FORBIDDEN, desc = "The slot was lost, or is in use twice.")
    @State
    public static class OfTheNewestSlotAgainstAnArrival {

        private final GcraLimiter limiter = Answer.exhausted(TWO_WAIT, Answer.AT_ZERO);
        private final Reservation newest = limiter.acquire();

        @Actor
        public void back() {
            limiter.giveBack(newest);
        }

        @Actor
        public void arrival(III_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(III_Result r) {
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "1000, 3000, -1", expect = ACCEPTABLE, desc = "Back first, then taken again.")
    @Outcome(id = "3000, 1000, -1", expect = ACCEPTABLE, desc = "Taken at the end, then back.")
    @Outcome(expect = FORBIDDEN, desc = "The slot was lost, or one is in use twice.")
    @State
    public static class OfAMiddleSlotAgainstAnArrival {

        private final GcraLimiter limiter = Answer.exhausted(THREE_WAIT, Answer.AT_ZERO);
        private final Reservation middle = limiter.acquire();

        public OfAMiddleSlotAgainstAnArrival() {
            limiter.acquire();
        }

        @Actor
        public void back() {
            limiter.giveBack(middle);
        }

        @Actor
        public void arrival(III_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(III_Result r) {
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
        }
    }

    /** A gap is open already, so the arrivals meet at the lock, not at the number. */
    @JCStressTest
    @Outcome(id = "1000, 3000, -1", expect = ACCEPTABLE, desc = "The first call has the gap.")
    @Outcome(id = "3000, 1000, -1", expect = ACCEPTABLE, desc = "The second call has it.")
    @Outcome(expect = FORBIDDEN, desc = "The gap was used twice, or by nobody.")
    @State
    public static class TakenByTwoArrivals {

        private final GcraLimiter limiter = Answer.exhausted(THREE_WAIT, Answer.AT_ZERO);

        public TakenByTwoArrivals() {
            Reservation middle = limiter.acquire();
            limiter.acquire();
            limiter.giveBack(middle);
        }

        @Actor
        public void first(III_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = Answer.toCall(limiter);
        }

        @Arbiter
        public void third(III_Result r) {
            r.r3 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "1000, 2000, -1", expect = ACCEPTABLE, desc = "Both slots are to be had again.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is there twice.")
    @State
    public static class OfTheTwoNewestSlots {

        private final GcraLimiter limiter = Answer.exhausted(TWO_WAIT, Answer.AT_ZERO);
        private final Reservation older = limiter.acquire();
        private final Reservation newest = limiter.acquire();

        @Actor
        public void first() {
            limiter.giveBack(older);
        }

        @Actor
        public void second() {
            limiter.giveBack(newest);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(III_Result r) {
            r.r1 = Answer.toCall(limiter);
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
        }
    }

    /** The newest slot stays in use, so that both leave gaps, which join. */
    @JCStressTest
    @Outcome(id = "1000, 2000, -1", expect = ACCEPTABLE, desc = "Both slots are to be had again.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is there twice.")
    @State
    public static class OfTwoMiddleSlots {

        private final GcraLimiter limiter = Answer.exhausted(THREE_WAIT, Answer.AT_ZERO);
        private final Reservation older = limiter.acquire();
        private final Reservation newer = limiter.acquire();

        public OfTwoMiddleSlots() {
            limiter.acquire();
        }

        @Actor
        public void first() {
            limiter.giveBack(older);
        }

        @Actor
        public void second() {
            limiter.giveBack(newer);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(III_Result r) {
            r.r1 = Answer.toCall(limiter);
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
        }
    }

    /** A gap in the middle is left while the slot above it, the newest, is given back too. */
    @JCStressTest
    @Outcome(id = "1000, 2000, 3000, -1", expect = ACCEPTABLE, desc = "All slots are to be had.")
    @Outcome(expect = FORBIDDEN, desc = "A slot was lost, or is there twice.")
    @State
    public static class OfTheSlotsAroundAGap {

        private final GcraLimiter limiter = Answer.exhausted(THREE_WAIT, Answer.AT_ZERO);
        private final Reservation oldest = limiter.acquire();
        private final Reservation newest;

        public OfTheSlotsAroundAGap() {
            Reservation middle = limiter.acquire();
            newest = limiter.acquire();
            limiter.giveBack(middle);
        }

        @Actor
        public void first() {
            limiter.giveBack(oldest);
        }

        @Actor
        public void second() {
            limiter.giveBack(newest);
        }

        @Arbiter
        public void arrivalsUntilOneIsRefused(IIII_Result r) {
            r.r1 = Answer.toCall(limiter);
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
            r.r4 = Answer.toCall(limiter);
        }
    }
}
