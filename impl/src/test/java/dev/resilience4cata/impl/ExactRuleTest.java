// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Every decision of a limiter, and everything it shows, against the exact rule: S1, S4, S5, S6, S7,
 * S8, and the envelope S2 of what has started.
 */
class ExactRuleTest {

    /** So long nobody looks at a limiter: the differences of a clock end at 292 years. */
    private static final BigInteger LONGEST_IDLE =
            BigInteger.valueOf(200 * 365 * 86_400_000_000_000L);

    /** Calls that one step may make to get a large burst moving. */
    private static final long MOST_DRAINED = 20_000;

    enum Kind {
        CALL,
        DRAIN,
        LOOK,
        IDLE,
        IDLE_FOR_INTERVALS,
        IDLE_UNTIL_NEXT,
        IDLE_UNTIL_FULL
    }

    /**
     * What happens next. Idling is {@code size} nanoseconds, or as many intervals, and {@code near}
     * nanoseconds less or more.
     */
    record Step(Kind kind, long size, int near) {}

    @Provide
    Arbitrary<RateLimiterConfig> configs() {
        return Limits.configs();
    }

    @Provide
    Arbitrary<Long> origins() {
        return Limits.origins();
    }

    @Provide
    Arbitrary<List<RateLimiterConfig>> changes() {
        return Limits.configs().list().ofMinSize(2).ofMaxSize(4);
    }

    @Provide
    Arbitrary<List<Step>> days() {
        return steps().list().ofMinSize(1).ofMaxSize(60);
    }

    @Provide
    Arbitrary<List<Step>> mornings() {
        return steps().list().ofMinSize(1).ofMaxSize(12);
    }

    private static Arbitrary<Step> steps() {
        Arbitrary<Integer> near = Arbitraries.integers().between(-1, 1);
        return Arbitraries.oneOf(
                Arbitraries.of(Kind.CALL, Kind.CALL, Kind.DRAIN, Kind.LOOK)
                        .map(kind -> new Step(kind, 0, 0)),
                Combinators.combine(Limits.magnitudes(63), near)
                        .as((size, off) -> new Step(Kind.IDLE, size, off)),
                Combinators.combine(Limits.magnitudes(12), near)
                        .as((size, off) -> new Step(Kind.IDLE_FOR_INTERVALS, size, off)),
                Combinators.combine(
                                Arbitraries.of(Kind.IDLE_UNTIL_NEXT, Kind.IDLE_UNTIL_FULL), near)
                        .as((kind, off) -> new Step(kind, 0, off)),
                Arbitraries.just(new Step(Kind.CALL, 0, 0)));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void everyDecisionIsThatOfTheExactRule(
            @ForAll("configs") RateLimiterConfig config,
            @ForAll("origins") long origin,
            @ForAll("days") List<Step> day) {
        Run run = new Run(config, origin);
        for (Step step : day) {
            run.take(step);
        }
        run.look();
        run.starts.assertEnvelope();
    }

    @Property(edgeCases = EdgeCasesMode.NONE) // S23
    void aChangeCarriesOverWhatWasUsedUp(
            @ForAll("changes") List<RateLimiterConfig> configs,
            @ForAll("origins") long origin,
            @ForAll("mornings") List<Step> morning) {
        Run run = new Run(configs.get(0), origin);
        for (RateLimiterConfig config : configs) {
            run.reconfigure(config);
            run.look();
            for (Step step : morning) {
                run.take(step);
            }
        }
    }

    /** A limiter and its oracle on the same day. */
    private static final class Run {

        private final ManualClock clock;
        private final RateLimiterHandle limiter;
        private RateLimiterConfig config;
        private GcraOracle oracle;
        private final Starts starts;
        private BigInteger now = BigInteger.ZERO;
        private BigInteger idle = BigInteger.ZERO;

        Run(RateLimiterConfig config, long origin) {
            this.config = config;
            clock = new ManualClock(origin);
            ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
            registry.rateLimiterPolicy(
                    "limiter",
                    "",
                    "",
                    b ->
                            b.permits(config.permits())
                                    .period(config.period())
                                    .burst(config.burst())
                                    .maxWait(config.maxWait()));
            limiter = registry.rateLimiter("limiter");
            oracle = new GcraOracle(config, now);
            starts = new Starts(config.burst(), oracle.shortestInterval());
        }

        void reconfigure(RateLimiterConfig next) {
            if (!oracle.debtFits(next, now)) {
                return;
            }
            limiter.reconfigure(
                    change ->
                            change.permits(next.permits())
                                    .period(next.period())
                                    .burst(next.burst())
                                    .maxWait(next.maxWait()));
            oracle = oracle.changed(next, now);
            config = next;
            idle = BigInteger.ZERO;
        }

        void take(Step step) {
            switch (step.kind()) {
                case CALL, DRAIN, LOOK -> use(step.kind());
                case IDLE -> idle(BigInteger.valueOf(step.size()), step.near());
                case IDLE_FOR_INTERVALS ->
                        idle(oracle.interval().times(step.size()).floor(), step.near());
                case IDLE_UNTIL_NEXT -> idle(oracle.leastWait(now), step.near());
                case IDLE_UNTIL_FULL -> idle(oracle.full().subtract(now), step.near());
            }
        }

        private void use(Kind kind) {
            idle = BigInteger.ZERO;
            switch (kind) {
                case CALL -> call();
                case DRAIN -> drain();
                default -> look();
            }
        }

        private void call() {
            GcraOracle.Answer right = oracle.call(now);
            long before = clock.nanoTime();
            boolean admitted = limiter.tryAcquire();
            BigInteger waited = BigInteger.valueOf(clock.nanoTime() - before);
            if (admitted) {
                assertThat(right.mayWait(waited))
                        .as("admitted after %s ns, but right is %s", waited, right)
                        .isTrue();
                now = now.add(waited);
                started(1);
            } else {
                assertThat(waited).as("the wait of a rejected call").isZero();
                assertThat(right.mayReject()).as("rejected, but right is %s", right).isTrue();
            }
        }

        private void drain() {
            long calls =
                    oracle.leastAvailable(now)
                            .min(BigInteger.valueOf(MOST_DRAINED))
                            .longValueExact();
            long before = clock.nanoTime();
            for (long i = 0; i < calls; i++) {
                if (!limiter.tryAcquire()) {
                    throw new AssertionError("rejected after " + i + " of " + calls + " permits");
                }
            }
            assertThat(clock.nanoTime()).as("time after %s free permits", calls).isEqualTo(before);
            if (calls > 0) {
                started(calls);
            }
        }

        private void started(long calls) {
            oracle.started(now, calls);
            starts.add(now, calls);
        }

        void look() {
            int available = limiter.availablePermits();
            assertThat(BigInteger.valueOf(available))
                    .as("available permits")
                    .isBetween(oracle.leastAvailable(now), oracle.mostAvailable(now));
            if (oracle.isFull(now)) {
                assertThat(available).as("available permits when full").isEqualTo(config.burst());
            }
            Duration next = limiter.timeToNextPermit();
            assertThat(BigInteger.valueOf(next.toNanos()))
                    .as("time to the next permit")
                    .isBetween(oracle.leastWait(now), oracle.mostWait(now));
            assertThat(next.isZero()).as("a permit is free").isEqualTo(available > 0);
            assertThat(limiter.snapshot())
                    .isEqualTo(
                            new RateLimiterSnapshot(
                                    "limiter",
                                    available,
                                    config.permits(),
                                    config.period(),
                                    config.burst(),
                                    config.maxWait(),
                                    true));
        }

        private void idle(BigInteger nanos, int near) {
            BigInteger by =
                    nanos.add(BigInteger.valueOf(near))
                            .max(BigInteger.ZERO)
                            .min(LONGEST_IDLE.subtract(idle));
            idle = idle.add(by);
            clock.advance(Duration.ofNanos(by.longValueExact()));
            now = now.add(by);
        }
    }
}
