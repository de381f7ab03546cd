// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofSeconds;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.resilience4cata.ManualClock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JI_Result;

/** S8: the permits are read while the state changes. */
final class PermitsRead {

    private PermitsRead() {}

    @JCStressTest
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both before the call.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Before and after.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both after.")
    @Outcome(expect = FORBIDDEN, desc = "A permit came back, or one more is missing.")
    @State
    public static class DuringAnArrival {

        private static final Quota TWO = Answer.quota(1, 2, 0);
        private final GcraLimiter limiter = new GcraLimiter(TWO, Answer.AT_ZERO);

        @Actor
        public void arrival() {
            limiter.acquire();
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = limiter.view().availablePermits();
            r.r2 = limiter.view().availablePermits();
        }
    }

    /** S6: while the limiter moves on to its next epoch nobody sees the debt of the last. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both before the call.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Before and after.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both after.")
    @Outcome(expect = FORBIDDEN, desc = "A permit came back, or an old debt did.")
    @State
    public static class AfterTheEndOfTheEpoch {

        private static final Quota TWO = Answer.quota(1, 2, 0);
        private final long[] now = new long[1];
        private final GcraLimiter limiter = Answer.exhausted(TWO, () -> now[0]);

        public AfterTheEndOfTheEpoch() {
            now[0] = TWO.horizonNanos + 1;
        }

        @Actor
        public void arrival() {
            limiter.acquire();
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = limiter.view().availablePermits();
            r.r2 = limiter.view().availablePermits();
        }
    }

    /** S13: a waiting call takes an earlier slot and frees its own in one step. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "One slot is free, before and after.")
    @Outcome(expect = FORBIDDEN, desc = "Both slots are seen as free, or none.")
    @State
    public static class DuringAStart {

        private static final Quota QUOTA = Answer.quota(1, 2, 3);

        private final ManualClock clock = new ManualClock();
        private final GcraLimiter limiter = Answer.exhausted(QUOTA, clock);
        private final Reservation waiting;

        public DuringAStart() {
            Reservation front = limiter.acquire();
            waiting = limiter.acquire();
            limiter.acquire();
            clock.advance(ofSeconds(2));
            limiter.giveBack(front);
        }

        @Actor
        public void start() {
            limiter.start(waiting, 2_000_000_000);
        }

        @Actor
        public void read(JI_Result r) {
            GcraLimiter.View view = limiter.view();
            r.r1 = view.nanosToNextPermit();
            r.r2 = view.availablePermits();
        }
    }

    /** The two numbers of one reading belong to one state. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Before the call.")
    @Outcome(id = "1000000000, 0", expect = ACCEPTABLE, desc = "After.")
    @Outcome(expect = FORBIDDEN, desc = "A permit that is there and not there.")
    @State
    public static class AtOnceWithTheTimeToTheNext {

        private static final Quota ONE = Answer.quota(1, 1, 0);
        private final GcraLimiter limiter = new GcraLimiter(ONE, Answer.AT_ZERO);

        @Actor
        public void arrival() {
            limiter.acquire();
        }

        @Actor
        public void read(JI_Result r) {
            GcraLimiter.View view = limiter.view();
            r.r1 = view.nanosToNextPermit();
            r.r2 = view.availablePermits();
        }
    }
}
