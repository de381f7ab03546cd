// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * S4: the burst is exact, a period gives its permits back, and the rate is right in the long run.
 */
class RateTest {

    private final ManualClock clock = new ManualClock();

    @ParameterizedTest // S3, S4, C07, C08: asked again and again, in steps of any length
    @CsvSource({
        "7,          10,              7,      1,        1000000",
        "7,          10,              1000,   1000,     1000",
        "3,          10,              1000,   17,       100000",
        "600000000,  1000000000,      1000,   1000,     10000",
        "600000000,  1000000000,      1000,   1,        1000000",
        "2147483647, 2200000000,      5000,   1000,     5000",
        "2147483647, 2200000000,      5000,   1,        1000000",
        "2147483647, 2147483647,      1000,   7,        100000",
        "1500,       1000000000,      1500,   1000000,  10000",
        "3,          1000000000,      3,      1000000,  3600000",
        "1000000,    3600000000000,   100,    1000000,  1000000",
        "999999937,  86400000000000,  100000, 1000003,  50000",
        "7,          86400000000000,  7,      1000000007, 864000",
    })
    void aGreedyCallerGetsTheWholeRate(
            int permits, long periodNanos, int burst, long stepNanos, int steps) {
        RateLimiterHandle limiter = limiter(permits, periodNanos, burst, Duration.ZERO);
        long passed = Limiters.drain(limiter);
        assertThat(passed).as("the burst").isEqualTo(burst);
        for (int i = 0; i < steps; i++) {
            clock.advance(ofNanos(stepNanos));
            passed += Limiters.drain(limiter);
        }
        BigInteger earned =
                BigInteger.valueOf(stepNanos)
                        .multiply(BigInteger.valueOf(steps))
                        .multiply(BigInteger.valueOf(permits))
                        .divide(BigInteger.valueOf(periodNanos));
        assertThat(passed).isEqualTo(burst + earned.longValueExact());
    }

    @ParameterizedTest // S4, S12: the same of a caller that waits each time
    @CsvSource({
        "7,          10,            7",
        "600000000,  1000000000,    10",
        "2147483647, 2200000000,    3",
        "3,          1000000000,    3",
        "1500,       1000000000,    1500",
        "10,         1000000000,    1",
    })
    void aPatientCallerGetsTheWholeRate(int permits, long periodNanos, int burst) {
        RateLimiterHandle limiter = limiter(permits, periodNanos, burst, Duration.ofDays(1));
        int calls = 300_000;
        for (int i = 0; i < burst + calls; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        BigInteger right = Rational.of(periodNanos, permits).times(calls).ceil();
        assertThat(BigInteger.valueOf(clock.nanoTime())).isEqualTo(right);
    }

    @Test // S4: 86400.005 ns each, and too many fractions of a nanosecond for the limiter to hold
    void anIntervalThatDoesNotFitIsRightToAHundredthOfAPartPerMillion() {
        RateLimiterHandle limiter =
                limiter(999_999_937, 86_400_000_000_000L, 1000, Duration.ofDays(1));
        int calls = 1_000_000;
        for (int i = 0; i < 1000 + calls; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        Rational right = Rational.of(86_400_000_000_000L, 999_999_937).times(calls);
        assertThat(BigInteger.valueOf(clock.nanoTime()))
                .isBetween(right.times(Rational.of(99_999_999, 100_000_000)).floor(), right.ceil());
    }

    @ParameterizedTest // S4: between nanoseconds there is no clock, so evenly spaced calls round up
    @CsvSource({
        "7, 10, 2",
        "3, 10, 4",
        "2147483647, 2200000000, 2",
        "1000000000, 1000000000, 1",
    })
    void callsOneByOneAreWholeNanosecondsApart(int permits, long periodNanos, long apart) {
        RateLimiterHandle limiter = limiter(permits, periodNanos, 1, Duration.ofDays(1));
        for (int i = 0; i <= 1000; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(clock.nanoTime()).isEqualTo(1000 * apart);
    }

    @Provide
    Arbitrary<RateLimiterConfig> configs() {
        return Limits.configs().filter(config -> config.burst() <= 100_000);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theBurstIsExactAndAPeriodGivesItsPermitsBack(@ForAll("configs") RateLimiterConfig config) {
        RateLimiterHandle limiter =
                limiter(config.permits(), config.period().toNanos(), config.burst(), Duration.ZERO);
        assertThat(limiter.availablePermits()).isEqualTo(config.burst());
        assertThat(Limiters.drain(limiter)).isEqualTo(config.burst());
        clock.advance(config.period());
        int back = Math.min(config.permits(), config.burst());
        assertThat(limiter.availablePermits()).isEqualTo(back);
        assertThat(Limiters.drain(limiter)).isEqualTo(back);
    }

    @Test // S4: two thousand million calls, half a minute
    @EnabledIfSystemProperty(named = "nightly", matches = "true")
    void theLargestBurstIsExactToo() {
        RateLimiterHandle limiter =
                limiter(Integer.MAX_VALUE, 2_200_000_000L, Integer.MAX_VALUE, Duration.ZERO);
        assertThat(Limiters.drain(limiter)).isEqualTo(Integer.MAX_VALUE);
        clock.advance(Duration.ofMillis(2200));
        assertThat(limiter.availablePermits()).isEqualTo(Integer.MAX_VALUE);
    }

    private RateLimiterHandle limiter(int permits, long periodNanos, int burst, Duration maxWait) {
        return Limiters.with(
                clock,
                b -> b.permits(permits).period(ofNanos(periodNanos)).burst(burst).maxWait(maxWait));
    }
}
