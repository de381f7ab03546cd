// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.statistics.Statistics;

/**
 * C42, S2, S3: calls that need a permit of two limiters, among others that need one, in random
 * histories. Each limiter has an oracle of its own, {@link Promises}, that knows nothing of slots.
 */
class JointLimiterTest {

    enum Kind {
        JOINT,
        LEFT,
        RIGHT,
        GIVE_UP,
        PASS,
        RECONFIGURE
    }

    /** What happens next; the two numbers say to whom, or how much. */
    record Step(Kind kind, int pick, int size) {}

    @Provide
    Arbitrary<RateLimiterConfig> configs() {
        return Combinators.combine(
                        Arbitraries.of(
                                new long[] {1, 10},
                                new long[] {1, 17},
                                new long[] {1, 200},
                                new long[] {3, 10},
                                new long[] {7, 100}),
                        Arbitraries.of(1, 1, 2, 3, 5),
                        Arbitraries.of(0, 10, 50, 300, 300))
                .as(
                        (rate, burst, maxWait) ->
                                new RateLimiterConfig(
                                        (int) rate[0],
                                        Duration.ofNanos(rate[1]),
                                        burst,
                                        Duration.ofNanos(maxWait),
                                        true));
    }

    @Provide
    Arbitrary<List<Step>> days() {
        return Combinators.combine(
                        Arbitraries.of(
                                Kind.JOINT,
                                Kind.JOINT,
                                Kind.JOINT,
                                Kind.LEFT,
                                Kind.RIGHT,
                                Kind.GIVE_UP,
                                Kind.GIVE_UP,
                                Kind.PASS,
                                Kind.PASS,
                                Kind.RECONFIGURE),
                        Arbitraries.integers().between(0, 30),
                        Arbitraries.integers().between(0, 40))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(100)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aCallStartsWithAPermitOfEachOrCostsNothing(
            @ForAll("configs") RateLimiterConfig left,
            @ForAll("configs") RateLimiterConfig right,
            @ForAll("days") List<Step> day) {
        Run run = new Run(left, right);
        day.forEach(run::take);
        Statistics.label("a joint call waited for the later permit")
                .collect(run.waitedForTheLater > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 20));
        Statistics.label("one used what a joint call left while it waited")
                .collect(run.before > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
        Statistics.label("a joint call was refused that one limiter would have let pass")
                .collect(run.refusedByOne > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
    }

    /** A limiter with slots in use up to 90, but for the one at 10. */
    private static Limiter withGapAtTen(RegistryParts parts, long maxWait) {
        Limiter limiter =
                new Side("left", config(10, Duration.ofHours(1).toNanos()), parts, 0).limiter;
        List<Reservation> waiting = new ArrayList<>();
        for (int slot = 0; slot <= 90; slot += 10) {
            waiting.add((Reservation) limiter.reserve());
        }
        waiting.get(1).giveBack();
        limiter.reconfigure(change -> change.maxWait(Duration.ofNanos(maxWait)));
        return limiter;
    }

    private static RateLimiterConfig config(long interval, long maxWait) {
        return new RateLimiterConfig(
                1, Duration.ofNanos(interval), 1, Duration.ofNanos(maxWait), true);
    }

    private static RegistryParts parts(ManualClock clock) {
        return new RegistryParts(
                clock,
                new ParkedCalls(clock),
                new DeferredCalls(clock, new StartTimer(), task -> task),
                new Listeners(List.of()));
    }

    /** What suits the one now does not when the other is ready. */
    @Example
    void allAgreeOnOneStart() {
        RegistryParts parts = parts(new ManualClock());
        Limiter left = withGapAtTen(parts, 200);
        Limiter right = new Side("right", config(20, 200), parts, 0).limiter;
        assertThat(right.tryAcquire()).isTrue();
        Reservation both = (Reservation) ((CallPolicy) left.and(right)).reserve();
        assertThat(both.dueNanos).isEqualTo(100);
        assertThat(left.timeToNextPermit()).isEqualTo(Duration.ofNanos(10));
        assertThat(right.timeToNextPermit()).isEqualTo(Duration.ofNanos(20));
        both.giveBack();
        assertThat(left.timeToNextPermit()).isEqualTo(Duration.ofNanos(10));
        assertThat(right.timeToNextPermit()).isEqualTo(Duration.ofNanos(20));
    }

    @Example
    void aStartOnWhichAllAgreeTooLateIsRefused() {
        RegistryParts parts = parts(new ManualClock());
        Limiter left = withGapAtTen(parts, 50);
        Limiter right = new Side("right", config(20, 200), parts, 0).limiter;
        assertThat(right.tryAcquire()).isTrue();
        CallPolicy both = (CallPolicy) left.and(right);
        Reservation answer = (Reservation) both.reserve();
        assertThat(answer).isNotSameAs(Reservation.ADMITTED);
        assertThat(answer.isWaiting()).isFalse();
        assertThat(both.deciding(answer)).as("the farther one").isSameAs(right);
        assertThat(left.timeToNextPermit()).isEqualTo(Duration.ofNanos(10));
        assertThat(right.timeToNextPermit()).isEqualTo(Duration.ofNanos(20));
    }

    /** Failed once: a slot that lay between whole nanoseconds was not known as the newest. */
    @Example
    void aCallFindsNothingOfOthersThatGaveUp() {
        Run run =
                new Run(
                        new RateLimiterConfig(
                                7, Duration.ofNanos(100), 1, Duration.ofNanos(50), true),
                        new RateLimiterConfig(
                                3, Duration.ofNanos(10), 1, Duration.ofNanos(50), true));
        run.take(new Step(Kind.RIGHT, 0, 0));
        run.take(new Step(Kind.JOINT, 0, 0));
        run.take(new Step(Kind.LEFT, 0, 0));
        run.take(new Step(Kind.GIVE_UP, 1, 0));
        run.take(new Step(Kind.GIVE_UP, 0, 0));
        run.take(new Step(Kind.RIGHT, 0, 0));
        run.take(new Step(Kind.JOINT, 0, 0));
    }

    /** A call that waits, in one limiter or in both. */
    private record Waiting(Kind kind, Reservation reservation) {

        long due() {
            return reservation.dueNanos;
        }

        boolean needs(Kind side) {
            return kind == Kind.JOINT || kind == side;
        }
    }

    private static final class Run {

        private final ManualClock clock = new ManualClock(1_000_000);
        private final Side left;
        private final Side right;
        private final JointLimiter joint;
        private final List<Waiting> waiting = new ArrayList<>();
        int waitedForTheLater;
        int before;
        int refusedByOne;

        Run(RateLimiterConfig leftConfig, RateLimiterConfig rightConfig) {
            RegistryParts parts = parts(clock);
            left = new Side("left", leftConfig, parts, clock.nanoTime());
            right = new Side("right", rightConfig, parts, clock.nanoTime());
            joint = (JointLimiter) left.limiter.and(right.limiter);
        }

        void take(Step step) {
            switch (step.kind()) {
                case JOINT -> joint();
                case LEFT -> one(Kind.LEFT, left);
                case RIGHT -> one(Kind.RIGHT, right);
                case GIVE_UP -> {
                    if (!waiting.isEmpty()) {
                        giveUp(waiting.remove(step.pick() % waiting.size()));
                    }
                }
                case PASS -> pass(step.size());
                case RECONFIGURE -> {
                    left.reconfigure();
                    right.reconfigure();
                }
            }
            left.promises.assertConforming();
            right.promises.assertConforming();
        }

        private void joint() {
            long now = clock.nanoTime();
            long earliest = earliestForBoth(now);
            long maxWait = Math.min(left.maxWait(), right.maxWait());
            boolean leftPasses = left.view().nanosToNextPermit() == 0;
            boolean rightPasses = right.view().nanosToNextPermit() == 0;
            List<GcraLimiter.View> shown = List.of(left.view(), right.view());
            Reservation answer = joint.reserve();
            if (answer != Reservation.ADMITTED && !answer.isWaiting()) {
                assertThat(latestForBoth(now) - now)
                        .as("S3: the longest wait of a call that was refused")
                        .isGreaterThan(maxWait);
                assertThat(List.of(left.view(), right.view()))
                        .as("C42: what a refused call cost")
                        .isEqualTo(shown);
                refusedByOne += leftPasses || rightPasses ? 1 : 0;
                return;
            }
            long start = answer == Reservation.ADMITTED ? now : answer.dueNanos;
            assertThat(start).as("S2: start").isGreaterThanOrEqualTo(earliest);
            assertThat(start).as("S3: start").isLessThanOrEqualTo(latestForBoth(now));
            assertThat(start - now).as("wait").isLessThanOrEqualTo(maxWait);
            waitedForTheLater += start > now && leftPasses != rightPasses ? 1 : 0;
            left.promises.add(start);
            right.promises.add(start);
            remember(Kind.JOINT, answer);
        }

        private void one(Kind kind, Side side) {
            long now = clock.nanoTime();
            long earliest = side.promises.earliest(now);
            Reservation answer = (Reservation) side.limiter.reserve();
            if (answer == Reservation.REFUSED) {
                assertThat(side.latest(now) - now).isGreaterThan(side.maxWait());
                return;
            }
            long start = answer == Reservation.ADMITTED ? now : answer.dueNanos;
            assertThat(start).as("S2: start").isGreaterThanOrEqualTo(earliest);
            assertThat(start).as("S3: start").isLessThanOrEqualTo(side.latest(now));
            before +=
                    waiting.stream().anyMatch(w -> w.kind() == Kind.JOINT && w.due() > start)
                            ? 1
                            : 0;
            side.promises.add(start);
            remember(kind, answer);
        }

        private void remember(Kind kind, Reservation answer) {
            if (answer != Reservation.ADMITTED) {
                waiting.add(new Waiting(kind, answer));
                waiting.sort(Comparator.comparingLong(Waiting::due));
            }
        }

        private void giveUp(Waiting call) {
            call.reservation().giveBack();
            if (call.needs(Kind.LEFT)) {
                left.promises.remove(call.due());
            }
            if (call.needs(Kind.RIGHT)) {
                right.promises.remove(call.due());
            }
        }

        private void pass(long nanos) {
            long until = clock.nanoTime() + nanos;
            while (!waiting.isEmpty() && waiting.get(0).due() <= until) {
                Waiting call = waiting.remove(0);
                moveTo(call.due());
                assertThat(call.reservation().start(call.due())).isTrue();
            }
            moveTo(until);
        }

        private void moveTo(long now) {
            clock.advance(Duration.ofNanos(now - clock.nanoTime()));
        }

        /** The first moment at which a call may start in both without harm to any other. */
        private long earliestForBoth(long now) {
            long start = now;
            while (true) {
                long next = right.promises.earliest(left.promises.earliest(start));
                if (next == start) {
                    return start;
                }
                start = next;
            }
        }

        /**
         * An interval of each after the queues of both have an end, or nearer where they have gaps.
         */
        private long latestForBoth(long now) {
            return Math.max(left.latest(now), right.latest(now));
        }
    }

    private static final class Side {

        private final RateLimiterConfig config;
        private final Promises promises;
        private final Limiter limiter;

        Side(String id, RateLimiterConfig config, RegistryParts parts, long now) {
            this.config = config;
            promises = new Promises(config, now);
            limiter = new Limiter(new LimiterDefinition(id, id, config, Map.of()), parts);
        }

        long maxWait() {
            return config.maxWait().toNanos();
        }

        long latest(long now) {
            return promises.earliestBehindAll(now) + promises.intervalNanos();
        }

        GcraLimiter.View view() {
            return limiter.gcra.view();
        }

        void reconfigure() {
            limiter.gcra.reconfigure(limiter.gcra.quota(), new Quota(config, false));
        }
    }
}
