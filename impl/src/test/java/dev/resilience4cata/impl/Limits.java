// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterConfig;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Valid configurations from end to end of what is allowed, the ends more often than chance. */
final class Limits {

    static final long THOUSAND_DAYS = Duration.ofDays(1000).toNanos();
    static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    private static final BigInteger LONGEST_BURST = BigInteger.ONE.shiftLeft(61);

    private Limits() {}

    static Arbitrary<RateLimiterConfig> configs() {
        return permits()
                .flatMap(
                        permits ->
                                periods(permits)
                                        .flatMap(
                                                period ->
                                                        Combinators.combine(
                                                                        bursts(permits, period),
                                                                        waits(permits, period))
                                                                .as(
                                                                        (burst, wait) ->
                                                                                config(
                                                                                        permits,
                                                                                        period,
                                                                                        burst,
                                                                                        wait))));
    }

    /** Valid configurations beyond what anybody needs: periods of centuries, bursts of years. */
    static Arbitrary<RateLimiterConfig> extremes() {
        return permits()
                .flatMap(
                        permits ->
                                longPeriods(permits)
                                        .flatMap(
                                                period ->
                                                        bursts(permits, period)
                                                                .map(
                                                                        burst ->
                                                                                config(
                                                                                        permits,
                                                                                        period,
                                                                                        burst,
                                                                                        FOR_EVER))));
    }

    private static Arbitrary<Long> longPeriods(int permits) {
        long longest =
                LONGEST_BURST
                        .multiply(BigInteger.valueOf(permits))
                        .min(BigInteger.valueOf(Long.MAX_VALUE))
                        .longValueExact();
        return Arbitraries.oneOf(
                Arbitraries.longs().between(longest / 2, longest),
                magnitudes(63).map(less -> Math.max(permits, longest - less)));
    }

    /** Any number that a clock may show first, with the ends of the range near enough to cross. */
    static Arbitrary<Long> origins() {
        return Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.of(0L, -1L, -10_000_000_000L)),
                Tuple.of(2, Arbitraries.longs()),
                Tuple.of(4, magnitudes(62).map(distance -> Long.MAX_VALUE - distance)),
                Tuple.of(1, magnitudes(62).map(distance -> -distance)),
                Tuple.of(1, magnitudes(62).map(distance -> Long.MIN_VALUE + distance)));
    }

    /** Numbers of every length from zero to so many bits. */
    static Arbitrary<Long> magnitudes(int bits) {
        return Combinators.combine(Arbitraries.integers().between(0, bits), Arbitraries.longs())
                .as((length, random) -> length == 0 ? 0 : random >>> (Long.SIZE - length));
    }

    private static Arbitrary<Integer> permits() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(1, 2, 3, 7, 10, 100, 1500)),
                Tuple.of(
                        2,
                        Arbitraries.of(
                                Integer.MAX_VALUE,
                                Integer.MAX_VALUE - 1,
                                1 << 30,
                                (1 << 30) + 1,
                                1_000_000_007, // a prime
                                1_000_000_000,
                                600_000_000)),
                Tuple.of(4, magnitudes(31).map(n -> (int) Math.max(1, n))));
    }

    private static Arbitrary<Long> periods(int permits) {
        return Arbitraries.frequencyOf(
                        Tuple.of(2, Arbitraries.longs().between(permits, permits + 10L)),
                        Tuple.of(
                                3,
                                Arbitraries.of(
                                        10L,
                                        1_000_000_000L,
                                        2_200_000_000L,
                                        60_000_000_000L,
                                        3_600_000_000_000L,
                                        86_400_000_000_000L,
                                        THOUSAND_DAYS - 1,
                                        THOUSAND_DAYS)),
                        Tuple.of(4, magnitudes(57)),
                        Tuple.of(
                                1,
                                Arbitraries.longs()
                                        .between(1, THOUSAND_DAYS)
                                        .withDistribution(RandomDistribution.uniform())))
                .map(period -> Math.min(THOUSAND_DAYS, Math.max(permits, period)));
    }

    private static Arbitrary<Integer> bursts(int permits, long period) {
        int most =
                LONGEST_BURST
                        .multiply(BigInteger.valueOf(permits))
                        .divide(BigInteger.valueOf(period))
                        .min(BigInteger.valueOf(Integer.MAX_VALUE))
                        .intValueExact();
        return Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.of(1, 2, 3)),
                        Tuple.of(3, Arbitraries.just(permits)),
                        Tuple.of(2, Arbitraries.integers().between(1, 1000)),
                        Tuple.of(1, Arbitraries.just(most)),
                        Tuple.of(
                                1,
                                Arbitraries.integers()
                                        .between(1, most)
                                        .withDistribution(RandomDistribution.uniform())),
                        Tuple.of(2, magnitudes(31).map(Long::intValue)))
                .map(burst -> Math.min(most, Math.max(1, burst)));
    }

    private static Arbitrary<Duration> waits(int permits, long period) {
        long interval = period / permits;
        return Arbitraries.oneOf(
                Arbitraries.just(Duration.ZERO),
                Arbitraries.longs()
                        .between(-1, 1)
                        .map(near -> Duration.ofNanos(Math.max(0, interval + near))),
                Arbitraries.longs().between(0, interval).map(Duration::ofNanos),
                magnitudes(63).map(Duration::ofNanos),
                Arbitraries.of(
                        List.of(
                                Duration.ofNanos(Long.MAX_VALUE),
                                Duration.ofNanos(Long.MAX_VALUE).plusNanos(1),
                                FOR_EVER)));
    }

    private static RateLimiterConfig config(int permits, long period, int burst, Duration wait) {
        return new RateLimiterConfig(permits, Duration.ofNanos(period), burst, wait, true);
    }
}
