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

/** S2, S3: two calls arrive at once. */
final class Arrivals {

    private Arrivals() {}

    @JCStressTest
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The first call has the permit.")
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "The second call has it.")
    @Outcome(expect = FORBIDDEN, desc = "The permit was used twice, or by nobody.")
    @State
    public static class AtTheFirstPermit {

        private static final Quota ONE = Answer.quota(1, 1, 0);

        /** Never called, so that the two also race to begin its first epoch. */
        private final GcraLimiter limiter = new GcraLimiter(ONE, Answer.AT_ZERO);

        @Actor
        public void first(II_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The first call has the permit.")
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "The second call has it.")
    @Outcome(expect = FORBIDDEN, desc = "The permit was used twice, or by nobody.")
    @State
    public static class AtTheLastPermit {

        private static final Quota TWO = Answer.quota(1, 2, 0);
        private final GcraLimiter limiter = new GcraLimiter(TWO, Answer.AT_ZERO);

        public AtTheLastPermit() {
            limiter.acquire();
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = Answer.toCall(limiter);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0, -1", expect = ACCEPTABLE, desc = "Both calls have a permit, a third none.")
    @Outcome(expect = FORBIDDEN, desc = "A permit was lost, or used twice.")
    @State
    public static class AtTheLastTwoPermits {

        private static final Quota TWO = Answer.quota(1, 2, 0);
        private final GcraLimiter limiter = new GcraLimiter(TWO, Answer.AT_ZERO);

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

    /** S12. */
    @JCStressTest
    @Outcome(id = "0, 1000, 2000", expect = ACCEPTABLE, desc = "The second call waits.")
    @Outcome(id = "1000, 0, 2000", expect = ACCEPTABLE, desc = "The first call waits.")
    @Outcome(expect = FORBIDDEN, desc = "Two calls are due at once, or a slot stays empty.")
    @State
    public static class WithOnePermitAndAQueue {

        private static final Quota ONE = Answer.quota(1, 1, 9);
        private final GcraLimiter limiter = new GcraLimiter(ONE, Answer.AT_ZERO);

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

    /**
     * S6: the first calls after an idle time that the units of the epoch do not span move the
     * limiter on to the next one.
     */
    @JCStressTest
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The first call has the permit.")
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "The second call has it.")
    @Outcome(expect = FORBIDDEN, desc = "The permit was used in both epochs, or in none.")
    @State
    public static class AfterTheEndOfTheEpoch {

        private static final Quota ONE = Answer.quota(1, 1, 0);
        private final long[] now = new long[1];
        private final GcraLimiter limiter = Answer.exhausted(ONE, () -> now[0]);

        public AfterTheEndOfTheEpoch() {
            now[0] = ONE.horizonNanos + 1;
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = Answer.toCall(limiter);
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = Answer.toCall(limiter);
        }
    }
}
