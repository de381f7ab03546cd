// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * S23: an epoch is sealed and the next one begins, while somebody takes a slot or gives one back.
 * One permit a second becomes ten; what was used up counts as many permits as before.
 */
final class QuotaChanges {

    private static final Quota ONE_A_SECOND = Answer.quota(1, 1, 9);
    private static final Quota TEN_A_SECOND = Answer.quota(10, 1, 9);

    private QuotaChanges() {}

    @JCStressTest
    @Outcome(id = "0, 100", expect = ACCEPTABLE, desc = "The call has its permit in one epoch.")
    @Outcome(expect = FORBIDDEN, desc = "The permit was forgotten, or counted twice.")
    @State
    public static class AgainstTheFirstCall {

        private final GcraLimiter limiter = new GcraLimiter(ONE_A_SECOND, Answer.AT_ZERO);

        @Actor
        public void change() {
            limiter.reconfigure(ONE_A_SECOND, TEN_A_SECOND);
        }

        @Actor
        public void arrival(II_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Arbiter
        public void next(II_Result r) {
            r.r2 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "1000, 200", expect = ACCEPTABLE, desc = "Promised before, and it is kept.")
    @Outcome(id = "100, 200", expect = ACCEPTABLE, desc = "Promised after.")
    @Outcome(expect = FORBIDDEN, desc = "The permit was forgotten, or counted twice.")
    @State
    public static class AgainstAnArrival {

        private final GcraLimiter limiter = Answer.exhausted(ONE_A_SECOND, Answer.AT_ZERO);

        @Actor
        public void change() {
            limiter.reconfigure(ONE_A_SECOND, TEN_A_SECOND);
        }

        @Actor
        public void arrival(II_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Arbiter
        public void next(II_Result r) {
            r.r2 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "100, 200", expect = ACCEPTABLE, desc = "The slot is to be had again.")
    @Outcome(expect = FORBIDDEN, desc = "The slot was lost, or is there twice.")
    @State
    public static class AgainstAReturnOfTheNewestSlot {

        private final GcraLimiter limiter = Answer.exhausted(ONE_A_SECOND, Answer.AT_ZERO);
        private final Reservation newest = limiter.acquire();

        @Actor
        public void change() {
            limiter.reconfigure(ONE_A_SECOND, TEN_A_SECOND);
        }

        @Actor
        public void back() {
            limiter.giveBack(newest);
        }

        @Arbiter
        public void arrivals(II_Result r) {
            r.r1 = Answer.toCall(limiter);
            r.r2 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "100, 300, 400", expect = ACCEPTABLE, desc = "The slot is to be had again.")
    @Outcome(expect = FORBIDDEN, desc = "The slot was lost, or is there twice.")
    @State
    public static class AgainstAReturnOfAMiddleSlot {

        private final GcraLimiter limiter = Answer.exhausted(ONE_A_SECOND, Answer.AT_ZERO);
        private final Reservation middle = limiter.acquire();

        public AgainstAReturnOfAMiddleSlot() {
            limiter.acquire();
        }

        @Actor
        public void change() {
            limiter.reconfigure(ONE_A_SECOND, TEN_A_SECOND);
        }

        @Actor
        public void back() {
            limiter.giveBack(middle);
        }

        @Arbiter
        public void arrivals(III_Result r) {
            r.r1 = Answer.toCall(limiter);
            r.r2 = Answer.toCall(limiter);
            r.r3 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, 100", expect = ACCEPTABLE, desc = "The first change was made.")
    @Outcome(id = "false, true, 100", expect = ACCEPTABLE, desc = "The second change was made.")
    @Outcome(expect = FORBIDDEN, desc = "Both were made, so one did not see the other, or none.")
    @State
    public static class AgainstAnotherChange {

        private final GcraLimiter limiter = Answer.exhausted(ONE_A_SECOND, Answer.AT_ZERO);

        @Actor
        public void first(ZZI_Result r) {
            r.r1 = limiter.reconfigure(ONE_A_SECOND, TEN_A_SECOND);
        }

        @Actor
        public void second(ZZI_Result r) {
            r.r2 = limiter.reconfigure(ONE_A_SECOND, TEN_A_SECOND);
        }

        @Arbiter
        public void next(ZZI_Result r) {
            r.r3 = Answer.toCall(limiter);
        }
    }
}
