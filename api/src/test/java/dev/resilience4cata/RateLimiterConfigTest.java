// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which configurations there are, and what is said about those that there are not. */
class RateLimiterConfigTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void defaultsAreAHundredPerSecondWithoutWaiting() {
        assertThat(RateLimiterConfig.builder().build())
                .isEqualTo(new RateLimiterConfig(100, SECOND, 100, Duration.ZERO, true));
    }

    @Test
    void burstFollowsPermitsUntilItIsSet() {
        assertThat(RateLimiterConfig.builder().permits(7).build().burst()).isEqualTo(7);
        assertThat(RateLimiterConfig.builder().burst(3).permits(7).build().burst()).isEqualTo(3);
    }

    @Test
    void theBuilderKnowsWhatWasSetAndHandsOutACopy() {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        assertThat(builder.values()).isEmpty();

        builder.leases(true).onStoreFailure(StoreFailure.OPEN).scope(Scope.CLUSTER);
        builder.shadow(true).maxKeys(9).enabled(false).maxWait(Duration.ZERO);
        builder.burst(1).period(SECOND).permits(100);
        Map<RateLimiterAttribute, Object> values = builder.values();
        assertThat(values.keySet()).containsExactly(RateLimiterAttribute.values());
        assertThat(values.values())
                .containsExactly(
                        100,
                        SECOND,
                        1,
                        Duration.ZERO,
                        false,
                        9,
                        true,
                        Scope.CLUSTER,
                        StoreFailure.OPEN,
                        true);

        values.clear();
        assertThat(builder.values()).hasSize(10);
    }

    @Test
    void setTakesWhatParseReturns() {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        Map.of(
                        RateLimiterAttribute.PERMITS, "10",
                        RateLimiterAttribute.PERIOD, "1m",
                        RateLimiterAttribute.BURST, "3",
                        RateLimiterAttribute.MAX_WAIT, "500ms",
                        RateLimiterAttribute.ENABLED, "false",
                        RateLimiterAttribute.MAX_KEYS, "7",
                        RateLimiterAttribute.SHADOW, "true",
                        RateLimiterAttribute.SCOPE, "cluster",
                        RateLimiterAttribute.ON_STORE_FAILURE, "closed",
                        RateLimiterAttribute.LEASES, "true")
                .forEach((attribute, text) -> builder.set(attribute, attribute.parse(text)));
        assertThat(builder.build())
                .isEqualTo(
                        new RateLimiterConfig(
                                10,
                                Duration.ofMinutes(1),
                                3,
                                Duration.ofMillis(500),
                                false,
                                7,
                                true,
                                Scope.CLUSTER,
                                StoreFailure.CLOSED,
                                true));
    }

    static Stream<Arguments> outOfRange() {
        return Stream.of(
                mistake(b -> b.permits(0), "permits = 0 is below 1. Set permits to at least 1."),
                mistake(b -> b.permits(-1), "permits = -1 is below 1. Set permits to at least 1."),
                mistake(
                        b -> b.permits(Integer.MIN_VALUE),
                        "permits = -2147483648 is below 1. Set permits to at least 1."),
                mistake(
                        b -> b.period(Duration.ZERO),
                        "period = PT0S is not positive. Set a period such as 1s."),
                mistake(
                        b -> b.period(Duration.ofNanos(-1)),
                        "period = PT-0.000000001S is not positive. Set a period such as 1s."),
                mistake(
                        b -> b.period(LONGEST.plusNanos(1)),
                        "period = PT2562047H47M16.854775808S is longer than 292 years, the longest"
                                + " that fits. Shorten the period."),
                mistake(
                        b -> b.period(FOR_EVER),
                        "period = "
                                + FOR_EVER
                                + " is longer than 292 years, the longest that fits."
                                + " Shorten the period."),
                mistake(b -> b.burst(0), "burst = 0 is below 1. Set burst to at least 1."),
                mistake(b -> b.burst(-5), "burst = -5 is below 1. Set burst to at least 1."),
                mistake(
                        b -> b.maxWait(Duration.ofNanos(-1)),
                        "maxWait = PT-0.000000001S is negative. Set maxWait to 0 to reject at once,"
                                + " or to a time such as 500ms."));
    }

    private static Arguments mistake(Consumer<RateLimiterConfig.Builder> change, String expected) {
        return Arguments.of(change, expected);
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void eachValueIsCheckedWhenItIsSet(
            Consumer<RateLimiterConfig.Builder> change, String expected) {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        assertThatThrownBy(() -> change.accept(builder))
                .isInstanceOf(ResilienceException.class)
                .hasMessage("R4C-REG-001: " + expected);
        assertThat(builder.values()).as("what the builder keeps of it").isEmpty();
    }

    @Test
    void theRecordHasTheRulesOfItsBuilder() {
        assertThatThrownBy(() -> new RateLimiterConfig(0, SECOND, 1, Duration.ZERO, true))
                .hasMessageStartingWith("R4C-REG-001: permits = 0 ");
        assertThatThrownBy(() -> new RateLimiterConfig(1, Duration.ZERO, 1, Duration.ZERO, true))
                .hasMessageStartingWith("R4C-REG-001: period = PT0S ");
        assertThatThrownBy(() -> new RateLimiterConfig(1, SECOND, 0, Duration.ZERO, true))
                .hasMessageStartingWith("R4C-REG-001: burst = 0 ");
        assertThatThrownBy(() -> new RateLimiterConfig(1, SECOND, 1, SECOND.negated(), true))
                .hasMessageStartingWith("R4C-REG-001: maxWait = PT-1S ");
    }

    @Test
    void aDisabledLimiterIsCheckedLikeAnyOther() {
        assertThatThrownBy(() -> new RateLimiterConfig(0, SECOND, 1, Duration.ZERO, false))
                .hasMessageStartingWith("R4C-REG-001: permits = 0 ");
    }

    @ParameterizedTest // S7
    @CsvSource({
        "1000000001, PT1S, at least 1000000001 ns",
        "2147483647, PT1S, at least 2147483647 ns",
        "2000000000, PT1S, at least 2000000000 ns",
        "2, PT0.000000001S, at least 2 ns",
        "11, PT0.00000001S, at least 11 ns",
    })
    void aPeriodBelowOneNanosecondPerPermitIsInvalid(int permits, Duration period, String remedy) {
        assertThatThrownBy(
                        () -> RateLimiterConfig.builder().permits(permits).period(period).build())
                .hasMessage(
                        "R4C-REG-001: period = "
                                + period
                                + " is shorter than 1 ns per permit for permits = "
                                + permits
                                + ". Lengthen the period to "
                                + remedy
                                + ", or lower permits.");
    }

    @ParameterizedTest
    @CsvSource({
        "2147483647, 2147483647, 2147483647",
        "1000000000, 1000000000, 1000000000",
        "7, 10, 7",
        "1, 1, 1",
        "1, 1, 2147483647",
        "1, 86400000000000000, 1", // 1000 days
        "2147483647, 86400000000000000, 2147483647",
        "2147483647, 86400000000000000, 1",
        "1, 2305843009213693952, 1", // 2^61 ns
        "4, 9223372036854775807, 1",
        "2147483647, 9223372036854775807, 536870911",
        "2, 4611686018427387905, 1", // half a nanosecond above 2^61 is not counted
        "1, 1073741824, 2147483647",
    })
    void validCorners(int permits, long periodNanos, int burst) {
        Duration period = Duration.ofNanos(periodNanos);
        assertThatCode(() -> new RateLimiterConfig(permits, period, burst, FOR_EVER, true))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2305843009213693953, 1",
        "1, 1152921504606846977, 2",
        "1, 86400000000000000, 27",
        "1, 1073741825, 2147483647",
        "2, 4611686018427387906, 1",
        "2, 9223372036854775807, 1",
        "1, 9223372036854775807, 2147483647",
    })
    void aBurstThatTakesALifetimeToEarnIsInvalid(int permits, long periodNanos, int burst) {
        Duration period = Duration.ofNanos(periodNanos);
        assertThatThrownBy(() -> new RateLimiterConfig(permits, period, burst, FOR_EVER, true))
                .hasMessage(
                        "R4C-REG-001: burst = "
                                + burst
                                + " at permits = "
                                + permits
                                + " per period = "
                                + period
                                + " takes more than 73 years to earn, which does not fit."
                                + " Shorten the period, or lower burst.");
    }

    @Test
    void aConfigurationIsOfOneJvmUnlessItSaysMore() {
        RateLimiterConfig most = new RateLimiterConfig(1, SECOND, 1, SECOND, true, 7, true);
        assertThat(most.scope()).isEqualTo(Scope.JVM);
        assertThat(most.onStoreFailure()).isEqualTo(StoreFailure.LOCAL);
        assertThat(RateLimiterConfig.builder().build().scope()).isEqualTo(Scope.JVM);
        assertThat(RateLimiterConfig.builder().build().onStoreFailure())
                .isEqualTo(StoreFailure.LOCAL);
        assertThat(most.leases()).isFalse();
        assertThat(RateLimiterConfig.builder().build().leases()).isFalse();
    }

    @Test // equals is written by hand, and so may miss one
    void everyComponentMakesADifference() {
        List<RateLimiterConfig> all =
                Stream.<Consumer<RateLimiterConfig.Builder>>of(
                                b -> {},
                                b -> b.permits(99).burst(100),
                                b -> b.period(Duration.ofSeconds(2)),
                                b -> b.burst(99),
                                b -> b.maxWait(SECOND),
                                b -> b.enabled(false),
                                b -> b.maxKeys(99),
                                b -> b.shadow(true),
                                b -> b.scope(Scope.CLUSTER),
                                b -> b.onStoreFailure(StoreFailure.OPEN),
                                b -> b.onStoreFailure(StoreFailure.CLOSED),
                                b -> b.leases(true))
                        .map(RateLimiterConfigTest::with)
                        .toList();
        for (RateLimiterConfig each : all) { // one by one: a set would ask for hash codes first
            assertThat(all).filteredOn(each::equals).hasSize(1);
        }
        assertThat(with(b -> b.scope(Scope.CLUSTER)))
                .isEqualTo(with(b -> b.scope(Scope.CLUSTER)))
                .hasSameHashCodeAs(with(b -> b.scope(Scope.CLUSTER)));
    }

    private static RateLimiterConfig with(Consumer<RateLimiterConfig.Builder> change) {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        change.accept(builder);
        return builder.build();
    }

    @ParameterizedTest // what the store reckons with: the burst, in whole nanoseconds to a permit
    @CsvSource({
        "100, PT1S, 100, PT0S",
        "100, PT1S, 100, PT2159H59M59S",
        "1, PT2160H, 1, PT0S",
        "1, PT1080H, 1, PT1080H",
        "1, PT1080H, 2, PT0S",
        "3, PT0.00000001S, 1, PT2159H59M59.999999996S",
        "2147483647, PT2.147483647S, 2147483647, PT2159H59M57.852516353S",
    })
    void theLongestWaitsAndBurstsThatInstancesCanShare(
            int permits, Duration period, int burst, Duration maxWait) {
        RateLimiterConfig config = shared(permits, period, burst, maxWait);
        long unitNanos = -Math.floorDiv(-period.toNanos(), permits);
        long limitNanos = burst * unitNanos + maxWait.toNanos();
        assertThatCode(() -> new Take("key", unitNanos, 1, 1, limitNanos, limitNanos))
                .doesNotThrowAnyException();
        assertThat(config.scope()).isEqualTo(Scope.CLUSTER);
    }

    private static RateLimiterConfig shared(
            int permits, Duration period, int burst, Duration maxWait) {
        return RateLimiterConfig.builder()
                .permits(permits)
                .period(period)
                .burst(burst)
                .maxWait(maxWait)
                .scope(Scope.CLUSTER)
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "100, PT1S, 100, PT2159H59M59.000000001S, PT2159H59M59S",
        "1, PT2160H, 1, PT0.000000001S, PT0S",
        "3, PT0.00000001S, 1, PT2159H59M59.999999997S, PT2159H59M59.999999996S",
        "100, PT1S, 100, PT2562047788015215H30M7.999999999S, PT2159H59M59S", // for ever
    })
    void aWaitOfASharedLimitNeedsABound(
            int permits, Duration period, int burst, Duration maxWait, Duration longest) {
        assertThatThrownBy(() -> shared(permits, period, burst, maxWait))
                .isInstanceOf(ResilienceException.class)
                .hasMessage(
                        "R4C-REG-001: maxWait = "
                                + maxWait
                                + " is too long for scope = cluster, where the time to earn a burst"
                                + " and maxWait are together at most 90 days. Bound the wait: set"
                                + " maxWait to at most "
                                + longest
                                + ", or set scope to jvm.");
        assertThatCode(() -> shared(permits, period, burst, longest)).doesNotThrowAnyException();
        assertThatCode(() -> new RateLimiterConfig(permits, period, burst, maxWait, true))
                .as("for one JVM")
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "1, PT2160H0.000000001S, 1",
        "1, PT1S, 7776001",
        "1, PT24H, 91",
        "2, PT24H, 181",
        "1, PT640511H, 1",
    })
    void aBurstOfASharedLimitIsEarnedIn90Days(int permits, Duration period, int burst) {
        assertThatThrownBy(() -> shared(permits, period, burst, Duration.ZERO))
                .hasMessage(
                        "R4C-REG-001: burst = "
                                + burst
                                + " at permits = "
                                + permits
                                + " per period = "
                                + period
                                + " takes more than 90 days to earn, which does not fit"
                                + " scope = cluster. Shorten the period, lower burst, or set scope"
                                + " to jvm.");
    }

    @Test
    void aDisabledSharedLimiterIsCheckedLikeAnyOther() {
        assertThatThrownBy(() -> with(b -> b.enabled(false).maxWait(LONGEST).scope(Scope.CLUSTER)))
                .hasMessageStartingWith("R4C-REG-001: maxWait = ");
    }
}
