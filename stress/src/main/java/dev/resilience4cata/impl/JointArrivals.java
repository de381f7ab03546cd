// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** C42: a call that needs a permit of two limiters meets others. */
final class JointArrivals {

    private JointArrivals() {}

    private static final RegistryParts PARTS =
            new RegistryParts(
                    Answer.AT_ZERO,
                    new ParkedCalls(Answer.AT_ZERO),
                    new DeferredCalls(Answer.AT_ZERO, new StartTimer(), task -> task),
                    new Listeners(List.of()));

    private static Limiter limiter(String id, int permits) {
        return new Limiter(
                new LimiterDefinition(
                        id,
                        id,
                        new RateLimiterConfig(
                                permits, Duration.ofHours(1), permits, Duration.ZERO, true),
                        Map.of()),
                PARTS);
    }

    private static int admitted(CallPolicy policy) {
        return policy.reserve() == Reservation.ADMITTED ? 1 : 0;
    }

    @JCStressTest
    @Outcome(id = "1, 0, 0, 1", expect = ACCEPTABLE, desc = "The joint call has both permits.")
    @Outcome(id = "0, 1, 0, 2", expect = ACCEPTABLE, desc = "It has none, and cost none.")
    @Outcome(expect = FORBIDDEN, desc = "A permit was used twice, or by nobody.")
    @State
    public static class WithAnArrivalAtOneOfThem {

        private final Limiter left = limiter("left", 1);
        private final Limiter right = limiter("right", 2);
        private final CallPolicy both = (CallPolicy) left.and(right);

        @Actor
        public void joint(IIII_Result r) {
            r.r1 = admitted(both);
        }

        @Actor
        public void other(IIII_Result r) {
            r.r2 = admitted(left);
        }

        @Arbiter
        public void look(IIII_Result r) {
            r.r3 = left.availablePermits();
            r.r4 = right.availablePermits();
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0, 0, 1", expect = ACCEPTABLE, desc = "The first has both permits.")
    @Outcome(id = "0, 1, 0, 1", expect = ACCEPTABLE, desc = "The second has both.")
    @Outcome(expect = FORBIDDEN, desc = "A permit was used twice, or by nobody.")
    @State
    public static class FromEitherEnd {

        private final Limiter left = limiter("left", 1);
        private final Limiter right = limiter("right", 2);
        private final CallPolicy first = (CallPolicy) left.and(right);
        private final CallPolicy second = (CallPolicy) right.and(left);

        @Actor
        public void first(IIII_Result r) {
            r.r1 = admitted(first);
        }

        @Actor
        public void second(IIII_Result r) {
            r.r2 = admitted(second);
        }

        @Arbiter
        public void look(IIII_Result r) {
            r.r3 = left.availablePermits();
            r.r4 = right.availablePermits();
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1, 1, 2", expect = ACCEPTABLE, desc = "Both calls have what they need.")
    @Outcome(expect = FORBIDDEN, desc = "A permit was lost, or a call was refused in vain.")
    @State
    public static class WithEnoughForAll {

        private final Limiter left = limiter("left", 3);
        private final Limiter right = limiter("right", 3);
        private final CallPolicy both = (CallPolicy) left.and(right);

        @Actor
        public void joint(IIII_Result r) {
            r.r1 = admitted(both);
        }

        @Actor
        public void other(IIII_Result r) {
            r.r2 = admitted(left);
        }

        @Arbiter
        public void look(IIII_Result r) {
            r.r3 = left.availablePermits();
            r.r4 = right.availablePermits();
        }
    }
}
