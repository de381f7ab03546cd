// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** S4, S6, S7: how a configuration becomes whole numbers that neither round much nor overflow. */
class QuotaTest {

    private static final BigInteger LONG = BigInteger.valueOf(Long.MAX_VALUE);

    @ParameterizedTest
    @CsvSource({
        // permits, period, burst: units to a nanosecond, units to an interval
        "10,         1000000000,          10,         1,          100000000",
        "7,          10,                  7,          7,          10",
        "600000000,  1000000000,          600000000,  3,          5",
        "3,          1000000000,          3,          3,          1000000000",
        "1500,       1000000000,          1500,       3,          2000000",
        "2147483647, 2200000000,          1,          2147483647, 2200000000",
        "2147483647, 2200000000,          2147483647, 1048110458, 1073741823", // does not fit
        "2147483647, 2147483647,          2147483647, 1,          1",
        "1,          86400000000000000,   1,          1,          86400000000000000",
        "1,          2305843009213693952, 1,          1,          2305843009213693952",
    })
    void countsInTheLargestUnitThatIsExact(
            int permits, long periodNanos, int burst, long unitsPerNano, long interval) {
        Quota quota = quota(permits, periodNanos, burst, Duration.ZERO);
        assertThat(quota.unitsPerNano).isEqualTo(unitsPerNano);
        assertThat(quota.rule.interval()).isEqualTo(interval);
        assertThat(quota.rule.tolerance()).isEqualTo((burst - 1L) * interval);
    }

    @Provide
    Arbitrary<RateLimiterConfig> configs() {
        return Arbitraries.oneOf(Limits.configs(), Limits.extremes());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theIntervalIsExactWhereItFitsAndNeverTooLongNorMuchTooShort(
            @ForAll("configs") RateLimiterConfig config) {
        Quota quota = new Quota(config, false);
        GcraOracle oracle = new GcraOracle(config, BigInteger.ZERO);
        Rational interval = Rational.of(quota.rule.interval(), quota.unitsPerNano);
        assertThat(interval).isBetween(oracle.shortestInterval(), oracle.interval());
        assertThat(BigInteger.valueOf(quota.rule.tolerance()))
                .isEqualTo(
                        BigInteger.valueOf(quota.rule.interval())
                                .multiply(BigInteger.valueOf(config.burst() - 1L)));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void noSumOfWhatALimiterAddsUpOverflows(@ForAll("configs") RateLimiterConfig config) {
        Quota quota = new Quota(config, false);
        BigInteger horizon =
                BigInteger.valueOf(quota.horizonNanos)
                        .multiply(BigInteger.valueOf(quota.unitsPerNano));
        // The state is at most a burst and the longest wait ahead of a time within the horizon.
        assertThat(
                        horizon.multiply(BigInteger.TWO)
                                .add(BigInteger.valueOf(quota.rule.tolerance()))
                                .add(BigInteger.valueOf(quota.rule.interval()))
                                .add(BigInteger.valueOf(quota.maxWait)))
                .isLessThanOrEqualTo(LONG);
        assertThat(quota.maxWait).isNotNegative();
        assertThat(quota.horizonNanos).as("a useful horizon").isGreaterThan(100_000_000);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aWaitIsCutShortOnlyWhereAQuarterOfABillionCallsWait(
            @ForAll("configs") RateLimiterConfig config) {
        Quota quota = new Quota(config, false);
        BigInteger right =
                GcraOracle.nanos(config.maxWait()).multiply(BigInteger.valueOf(quota.unitsPerNano));
        BigInteger most = BigInteger.valueOf(quota.rule.interval()).shiftLeft(28).min(right);
        assertThat(BigInteger.valueOf(quota.maxWait))
                .isBetween(
                        most.min(
                                BigInteger.ONE
                                        .shiftLeft(60)
                                        .subtract(BigInteger.valueOf(quota.unitsPerNano))),
                        right);
    }

    @ParameterizedTest
    @CsvSource({
        "0,  0", "1,  1", "6,  1", "7,  1", "8,  2", "14, 2", "15, 3",
    })
    void nanosecondsCoverUnits(long units, long nanos) {
        assertThat(quota(7, 10, 7, Duration.ZERO).nanosCovering(units)).isEqualTo(nanos);
        assertThat(quota(7, 10, 7, Duration.ZERO).nanosCovering(-units)).isZero();
    }

    private static Quota quota(int permits, long periodNanos, int burst, Duration maxWait) {
        return new LimiterDefinition(
                        "limiter",
                        "place",
                        new RateLimiterConfig(
                                permits, Duration.ofNanos(periodNanos), burst, maxWait, true),
                        Map.of())
                .quota();
    }
}
