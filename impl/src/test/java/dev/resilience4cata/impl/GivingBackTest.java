// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** S13, S14 and what they keep, S2 and S3: slots that are given back, in random histories. */
class GivingBackTest {

    /** So often as a day has steps, it stays below what differences of a clock can tell. */
    private static final long LONG_IDLE = Duration.ofDays(2 * 365).toNanos();

    enum Kind {
        ARRIVE,
        GIVE_UP,
        NEWEST_GIVES_UP,
        ALL_GIVE_UP,
        PASS,
        STALL,
        SATURATE,
        DRAIN,
        RECONFIGURE,
        NEAR_HORIZON,
        IDLE,
        PAUSE
    }

    /** What happens next; the two numbers say to whom, or how much. */
    record Step(Kind kind, int pick, int size) {}

    @Provide
    Arbitrary<RateLimiterConfig> configs() {
        return Combinators.combine(
                        Arbitraries.of(
                                new long[] {1, 10},
                                new long[] {3, 10},
                                new long[] {7, 10},
                                new long[] {1, 1_000_000_000},
                                new long[] {7, 3_600_000_000_000L},
                                // Fractions so fine that an epoch lasts for half a second:
                                new long[] {Integer.MAX_VALUE, 2_200_000_000L},
                                new long[] {Integer.MAX_VALUE, 7_000_000_000L}),
                        Arbitraries.of(1, 1, 2, 3, 5),
                        Arbitraries.of(0, 1, 3, 8, 8, 30, 30))
                .as(GivingBackTest::config);
    }

    private static RateLimiterConfig config(long[] rate, int burst, int intervalsOfWait) {
        return new RateLimiterConfig(
                (int) rate[0],
                Duration.ofNanos(rate[1]),
                burst,
                Duration.ofNanos(intervalsOfWait * rate[1] / rate[0]),
                true);
    }

    @Provide
    Arbitrary<Long> origins() {
        return Limits.origins();
    }

    @Provide
    Arbitrary<List<Step>> days() {
        return days(
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.GIVE_UP,
                Kind.GIVE_UP,
                Kind.GIVE_UP,
                Kind.NEWEST_GIVES_UP,
                Kind.ALL_GIVE_UP,
                Kind.PASS,
                Kind.PASS,
                Kind.PASS,
                Kind.PASS,
                Kind.SATURATE,
                Kind.SATURATE,
                Kind.DRAIN,
                Kind.RECONFIGURE,
                Kind.NEAR_HORIZON,
                Kind.IDLE);
    }

    @Provide
    Arbitrary<List<Step>> badDays() {
        return days(
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.GIVE_UP,
                Kind.GIVE_UP,
                Kind.NEWEST_GIVES_UP,
                Kind.PASS,
                Kind.STALL,
                Kind.RECONFIGURE,
                Kind.NEAR_HORIZON);
    }

    @Provide
    Arbitrary<List<Step>> daysWithPauses() {
        return days(
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.ARRIVE,
                Kind.GIVE_UP,
                Kind.GIVE_UP,
                Kind.NEWEST_GIVES_UP,
                Kind.ALL_GIVE_UP,
                Kind.PASS,
                Kind.PASS,
                Kind.PASS,
                Kind.STALL,
                Kind.SATURATE,
                Kind.DRAIN,
                Kind.RECONFIGURE,
                Kind.NEAR_HORIZON,
                Kind.PAUSE,
                Kind.PAUSE);
    }

    private static Arbitrary<List<Step>> days(Kind... kinds) {
        return Combinators.combine(
                        Arbitraries.of(kinds),
                        Arbitraries.integers().between(0, 30),
                        Arbitraries.integers().between(0, 16))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(120)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsGivenBackIsUsedAgainAndOnlyOnce(
            @ForAll("configs") RateLimiterConfig config,
            @ForAll("origins") long origin,
            @ForAll("days") List<Step> day) {
        Run run = new Run(config, origin);
        day.forEach(run::take);
        Statistics.label("free slot used again")
                .collect(run.history.reused > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 20));
        Statistics.label("epoch changed with calls waiting")
                .collect(run.epochsWithQueue > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
    }

    /** S2 does not depend on threads that wake in time. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void callsThatWakeLateDoNotBreakTheEnvelope(
            @ForAll("configs") RateLimiterConfig config,
            @ForAll("origins") long origin,
            @ForAll("badDays") List<Step> day) {
        Run run = new Run(config, origin);
        day.forEach(run::take);
    }

    /** No new call starts in a pause, whatever is given back, and S2 holds in it and after it. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void pausesBreakNeitherTheEnvelopeNorTheirPromise(
            @ForAll("configs") RateLimiterConfig config,
            @ForAll("origins") long origin,
            @ForAll("daysWithPauses") List<Step> day) {
        Run run = new Run(config, origin);
        run.history.onlyEnvelope();
        day.forEach(run::take);
        Statistics.label("given back in a pause")
                .collect(run.givenBackInPause > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 20));
        Statistics.label("took a slot in a pause, for later")
                .collect(run.takenInPause > 0)
                .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
    }

    /** A limiter and the history of its queue. */
    private static final class Run implements SlotScheme {

        private final RateLimiterConfig config;
        private final Quota quota;
        private final long interval;
        private final ManualClock clock;
        private final GcraLimiter limiter;
        private final QueueHistory history;
        private long epochBegan;

        /** Before it no call starts that came after the pause began. */
        private long pauseEnd;

        /** Whether a call may have been late when it gave its slot back. */
        private boolean stalled;

        int epochsWithQueue;
        int givenBackInPause;
        int takenInPause;

        Run(RateLimiterConfig config, long origin) {
            this.config = config;
            quota = new Quota(config, false);
            interval = Math.max(1, config.period().toNanos() / config.permits());
            clock = new ManualClock(origin);
            limiter = new GcraLimiter(quota, clock);
            limiter.view(); // begins the epoch
            epochBegan = origin;
            pauseEnd = origin;
            history = new QueueHistory(this, config, origin);
        }

        void take(Step step) {
            happen(step);
            history.assertSpaced();
        }

        private void happen(Step step) {
            switch (step.kind()) {
                case ARRIVE -> history.arrive();
                case GIVE_UP -> giveUp(step.pick());
                case NEWEST_GIVES_UP -> giveUp(history.waiting() - 1);
                case ALL_GIVE_UP -> {
                    for (int i = 0; history.waiting() > 0; i += step.pick()) {
                        giveUp(i);
                    }
                }
                case PASS -> history.pass(interval * step.size() / 8);
                case STALL -> {
                    stalled = true;
                    history.stall(interval * step.size() / 8);
                }
                case SATURATE -> history.saturate(step.size());
                case DRAIN -> drain();
                case RECONFIGURE -> {
                    moveTo(history.now());
                    assertThat(limiter.reconfigure(limiter.quota(), new Quota(config, false)))
                            .isTrue();
                    newEpoch();
                }
                case PAUSE -> pause(interval * step.size() / 4);
                case NEAR_HORIZON -> nearHorizon(step.size());
                case IDLE ->
                        history.pass(Math.min(LONG_IDLE, quota.horizonNanos / 8 * step.size()));
            }
        }

        private void giveUp(int number) {
            if (history.waiting() > 0) {
                history.giveUp(number % history.waiting());
            }
        }

        /**
         * As many calls pass at once as the limiter shows, with slots given back or without: S8.
         */
        private void drain() {
            moveTo(history.now());
            int available = limiter.view().availablePermits();
            for (int i = 0; i < available; i++) {
                assertThat(history.arrive()).matches(ticket -> ticket.due() == history.now());
            }
            assertThat(limiter.view().nanosToNextPermit()).isPositive();
        }

        private void pause(long nanos) {
            moveTo(history.now());
            long before = limiter.view().nanosToNextPermit();
            assertThat(limiter.drain(nanos)).isTrue();
            GcraLimiter.View shown = limiter.view();
            assertThat(shown.nanosToNextPermit()).isGreaterThanOrEqualTo(Math.max(before, nanos));
            assertThat(shown.availablePermits()).isLessThanOrEqualTo(1);
            if (history.waiting() == 0) {
                // A slot that was given back after its time, which is not handed out in a pause,
                // lies at most one interval below the schedule.
                long latest = stalled ? Math.max(nanos, interval + 1) : nanos;
                assertThat(shown.nanosToNextPermit()).isBetween(nanos, Math.max(before, latest));
                assertThat(shown.nanosToNextPermit()).isGreaterThanOrEqualTo(before);
            }
            long end = history.now() + nanos;
            if (end - pauseEnd > 0) {
                pauseEnd = end;
                epochBegan = end;
            }
        }

        /** A few intervals before the units of the epoch no longer reach. */
        private void nearHorizon(int intervals) {
            long left = epochBegan + quota.horizonNanos - intervals * interval - history.now();
            if (left > 0) {
                history.pass(left);
            }
        }

        @Override
        public @Nullable Ticket arrive(long now) {
            moveTo(now);
            GcraLimiter.View shown = limiter.view();
            assertThat(shown.availablePermits() > 0).isEqualTo(shown.nanosToNextPermit() == 0);
            Reservation reservation = limiter.acquire();
            if (reservation == Reservation.REFUSED) {
                assertThat(shown.nanosToNextPermit()).isGreaterThan(config.maxWait().toNanos());
                return null;
            }
            long due = reservation == Reservation.ADMITTED ? now : reservation.dueNanos;
            assertThat(shown.nanosToNextPermit()).isEqualTo(due - now);
            assertThat(due - pauseEnd).as("nanoseconds after the pause").isNotNegative();
            takenInPause += pauseEnd - now > 0 ? 1 : 0;
            return new Ticket(due, reservation);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            moveTo(now);
            givenBackInPause += pauseEnd - now > 0 ? 1 : 0;
            limiter.giveBack((Reservation) ticket.slot());
        }

        @Override
        public void start(Ticket ticket, long now) {
            moveTo(now);
            limiter.start((Reservation) ticket.slot(), now);
        }

        private void moveTo(long now) {
            pauseEnd = pauseEnd - now > 0 ? pauseEnd : now;
            clock.advance(Duration.ofNanos(now - clock.nanoTime()));
            if (now - epochBegan > quota.horizonNanos) {
                newEpoch();
            }
        }

        private void newEpoch() {
            epochBegan = pauseEnd;
            epochsWithQueue += history.waiting() > 0 ? 1 : 0;
        }
    }
}
