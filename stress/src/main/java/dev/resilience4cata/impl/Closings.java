// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ResilienceException;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** S21: the registry is closed, so its limiters are. */
final class Closings {

    private static final Quota QUOTA = Answer.quota(1, 1, 1);

    private Closings() {}

    @JCStressTest
    @Outcome(id = "0, -2", expect = ACCEPTABLE, desc = "Admitted before.")
    @Outcome(id = "-2, -2", expect = ACCEPTABLE, desc = "R4C-REG-010.")
    @Outcome(expect = FORBIDDEN, desc = "Refused with a permit there, or admitted after the end.")
    @State
    public static class AgainstTheFirstCall {

        private final GcraLimiter limiter = new GcraLimiter(QUOTA, Answer.AT_ZERO);

        @Actor
        public void close() {
            limiter.close();
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
    @Outcome(id = "1000, -2", expect = ACCEPTABLE, desc = "Promised before.")
    @Outcome(id = "-2, -2", expect = ACCEPTABLE, desc = "R4C-REG-010.")
    @Outcome(expect = FORBIDDEN, desc = "Refused while it may wait, or promised after the end.")
    @State
    public static class AgainstAnArrival {

        private final GcraLimiter limiter = Answer.exhausted(QUOTA, Answer.AT_ZERO);

        @Actor
        public void close() {
            limiter.close();
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

    /** The epoch that a change begins must not outlive the end. */
    @JCStressTest
    @Outcome(id = "0, -2", expect = ACCEPTABLE, desc = "Changed before.")
    @Outcome(id = "-2, -2", expect = ACCEPTABLE, desc = "R4C-REG-010.")
    @Outcome(expect = FORBIDDEN, desc = "The limiter lives on.")
    @State
    public static class AgainstAChangeOfTheQuota {

        private static final Quota OTHER = Answer.quota(10, 1, 1);
        private final GcraLimiter limiter = Answer.exhausted(QUOTA, Answer.AT_ZERO);

        @Actor
        public void close() {
            limiter.close();
        }

        @Actor
        public void change(II_Result r) {
            try {
                limiter.reconfigure(QUOTA, OTHER);
            } catch (ResilienceException e) {
                r.r1 = Answer.ofClosed(e);
            }
        }

        @Arbiter
        public void next(II_Result r) {
            r.r2 = Answer.toCall(limiter);
        }
    }

    /** A call that waits need not know that the registry is being closed. */
    @JCStressTest
    @Outcome(id = "-2", expect = ACCEPTABLE, desc = "Whoever comes next is told so.")
    @Outcome(expect = FORBIDDEN, desc = "The schedule moves on after the end.")
    @State
    public static class AgainstAReturn {

        private final GcraLimiter limiter = Answer.exhausted(QUOTA, Answer.AT_ZERO);
        private final Reservation newest = limiter.acquire();

        @Actor
        public void close() {
            limiter.close();
        }

        @Actor
        public void back() {
            limiter.giveBack(newest);
        }

        @Arbiter
        public void next(I_Result r) {
            r.r1 = Answer.toCall(limiter);
        }
    }

    /**
     * A call that is about to park must not miss its release. Nothing else wakes it, until it is
     * certain that nothing will.
     */
    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "Released, or did not park at all.")
    @Outcome(expect = FORBIDDEN, desc = "The call runs before it is due.")
    @State
    public static class AgainstACallAboutToPark {

        private static final long CERTAIN_NANOS = 5_000_000_000L;

        private static final Clock AT_ZERO_AND_PARKING =
                new Clock() {
                    @Override
                    public long nanoTime() {
                        return 0;
                    }

                    @Override
                    public void parkUntil(Object blocker, long deadlineNanos) {
                        long began = System.nanoTime();
                        LockSupport.parkNanos(blocker, CERTAIN_NANOS);
                        if (System.nanoTime() - began >= CERTAIN_NANOS) {
                            throw new AssertionError("never released");
                        }
                    }
                };

        private final GcraLimiter limiter = Answer.exhausted(QUOTA, Answer.AT_ZERO);
        private final ParkedCalls parkedCalls = new ParkedCalls(AT_ZERO_AND_PARKING);
        private final Reservation reservation = limiter.acquire();

        @Actor
        public void close() {
            limiter.close();
            parkedCalls.close();
        }

        @Actor
        public void park(Z_Result r) {
            r.r1 = parkedCalls.await(reservation, (call, nanos) -> {});
        }
    }
}
