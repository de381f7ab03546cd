// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * S13, S14, S2, S3: slots that are given back, the last of the queue or in its middle, in any mix
 * with arrivals, starts and changes to the same values. The oracle knows nothing of slots: it is
 * the set of all starts, past and promised, and the rule that no more of them fit into any window.
 */
class GiveBackTest {

    enum Kind {
        ARRIVE,
        GIVE_UP,
        PASS_TIME,
        RECONFIGURE
    }

    record Step(Kind kind, int number) {}

    @Provide
    Arbitrary<RateLimiterConfig> configs() {
        return Arbitraries.of(4L, 6L, 10L)
                .flatMap(interval -> configs(1, interval, Arbitraries.of(1, 1, 2, 3, 5)));
    }

    @Provide
    Arbitrary<RateLimiterConfig> fractions() {
        return Arbitraries.of(Tuple.of(7, 10L), Tuple.of(3, 10L), Tuple.of(2, 7L), Tuple.of(9, 10L))
                .flatMap(rate -> configs(rate.get1(), rate.get2(), Arbitraries.of(1, 2, 3, 5)));
    }

    private static Arbitrary<RateLimiterConfig> configs(
            int permits, long periodNanos, Arbitrary<Integer> bursts) {
        return Combinators.combine(bursts, Arbitraries.of(0, 3, 8, 30))
                .as(
                        (burst, intervals) ->
                                new RateLimiterConfig(
                                        permits,
                                        Duration.ofNanos(periodNanos),
                                        burst,
                                        Duration.ofNanos(intervals * periodNanos / permits),
                                        true));
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        return Arbitraries.frequencyOf(
                        Tuple.of(50, Arbitraries.just(new Step(Kind.ARRIVE, 0))),
                        Tuple.of(
                                22,
                                Arbitraries.integers()
                                        .between(0, 1000)
                                        .map(which -> new Step(Kind.GIVE_UP, which))),
                        Tuple.of(
                                26,
                                Arbitraries.integers()
                                        .between(1, 20)
                                        .map(nanos -> new Step(Kind.PASS_TIME, nanos))),
                        Tuple.of(2, Arbitraries.just(new Step(Kind.RECONFIGURE, 0))))
                .list()
                .ofMaxSize(120);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void noWindowHoldsMoreStartsAndNoStartIsMuchLaterThanItCouldBe(
            @ForAll("configs") RateLimiterConfig config, @ForAll("histories") List<Step> history) {
        new Run(config).take(history);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void norWithFractionsOfANanosecond(
            @ForAll("fractions") RateLimiterConfig config,
            @ForAll("histories") List<Step> history) {
        new Run(config).take(history);
    }

    private static final class Run {

        private final ManualClock clock = new ManualClock();
        private final GcraLimiter limiter;
        private final Promises promises;
        private final long maxWait;
        private final List<Reservation> waiting = new ArrayList<>();

        Run(RateLimiterConfig config) {
            limiter = new GcraLimiter(new Quota(config, false), clock);
            promises = new Promises(config);
            maxWait = config.maxWait().toNanos();
        }

        void take(List<Step> history) {
            for (Step step : history) {
                switch (step.kind()) {
                    case ARRIVE -> arrive();
                    case GIVE_UP -> giveUp(step.number());
                    case PASS_TIME -> passTime(step.number());
                    case RECONFIGURE -> reconfigure();
                }
                promises.assertEnvelope();
            }
            while (!waiting.isEmpty()) {
                passTime(1);
            }
            promises.assertEnvelope();
            nothingIsLost();
        }

        private void arrive() {
            long now = clock.nanoTime();
            GcraLimiter.View shown = limiter.view();
            long best = promises.earliest(now);
            Reservation answer = limiter.acquire();
            if (answer == Reservation.REFUSED) {
                assertThat(shown.nanosToNextPermit()).as("shown").isGreaterThan(maxWait);
                assertThat(best - now)
                        .as("the wait of a refused call, at best")
                        .isGreaterThan(maxWait - promises.longestDelay());
                return;
            }
            long start = answer == Reservation.ADMITTED ? now : answer.dueNanos;
            assertThat(start - now).as("wait").isLessThanOrEqualTo(maxWait);
            assertThat(shown.nanosToNextPermit()).as("shown").isEqualTo(start - now);
            assertThat(shown.availablePermits() > 0).as("shown").isEqualTo(start == now);
            assertThat(start)
                    .as("start, at best %s", best)
                    .isBetween(best, best + promises.longestDelay());
            promises.add(start);
            if (answer != Reservation.ADMITTED) {
                waiting.add(answer);
            }
        }

        private void giveUp(int which) {
            if (!waiting.isEmpty()) {
                Reservation reservation = waiting.remove(which % waiting.size());
                limiter.giveBack(reservation);
                promises.giveBack(reservation.dueNanos);
            }
        }

        /** Starts what is due on the way, each call at its own time. */
        private void passTime(long nanos) {
            long target = clock.nanoTime() + nanos;
            waiting.sort(Comparator.comparingLong(reservation -> reservation.dueNanos));
            while (!waiting.isEmpty() && waiting.get(0).dueNanos <= target) {
                Reservation due = waiting.remove(0);
                clock.advance(Duration.ofNanos(due.dueNanos - clock.nanoTime()));
                limiter.start(due, clock.nanoTime());
            }
            clock.advance(Duration.ofNanos(target - clock.nanoTime()));
        }

        private void reconfigure() {
            Quota quota = limiter.quota();
            assertThat(limiter.reconfigure(quota, quota.changed(change -> {}))).isTrue();
        }

        /** With nobody waiting, it is as if those who gave up had never come. */
        private void nothingIsLost() {
            long now = clock.nanoTime();
            int shown = limiter.view().availablePermits();
            long best = promises.earliest(now);
            assertThat(limiter.view().nanosToNextPermit())
                    .isBetween(best - now, best - now + promises.longestDelay());
            for (int i = 0; i < shown; i++) {
                assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
                promises.add(now);
            }
            promises.assertEnvelope();
            assertThat(limiter.acquire()).isNotSameAs(Reservation.ADMITTED);
        }
    }

    /** All starts, past and promised, in whole nanoseconds. */
    private static final class Promises {

        private final long permits;
        private final long period;
        private final int burst;
        private final List<Long> starts = new ArrayList<>();
        private int givenBack;

        Promises(RateLimiterConfig config) {
            permits = config.permits();
            period = config.period().toNanos();
            burst = config.burst();
        }

        void add(long start) {
            starts.add(start);
            Collections.sort(starts);
        }

        void giveBack(Long start) {
            starts.remove(start);
            givenBack++;
        }

        /**
         * How much later than at best a call may start: an interval, rounded up to what a clock can
         * show. Where slots lie between two moments that a clock can show, one that was given back
         * may pass before anybody could start from it, and one more interval goes with it.
         */
        long longestDelay() {
            long interval = (period + permits - 1) / permits;
            return permits == 1 ? interval : interval * (1 + givenBack);
        }

        void assertEnvelope() {
            assertThat(conform(starts)).as("starts that keep the envelope: %s", starts).isTrue();
        }

        /** The first moment at which one more call may start: tries them all. */
        long earliest(long now) {
            long start = now;
            while (!conformWith(start)) {
                start++;
            }
            return start;
        }

        private boolean conformWith(long start) {
            List<Long> more = new ArrayList<>(starts);
            more.add(start);
            Collections.sort(more);
            return conform(more);
        }

        /** The rule over sorted starts, in parts of a nanosecond that make the interval whole. */
        private boolean conform(List<Long> sorted) {
            long tolerance = (burst - 1) * period;
            long tat = Long.MIN_VALUE / 2;
            for (long start : sorted) {
                long at = start * permits;
                if (at < tat - tolerance) {
                    return false;
                }
                tat = Math.max(tat, at) + period;
            }
            return true;
        }
    }
}
