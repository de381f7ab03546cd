// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
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

        builder.shadow(true).maxKeys(9).enabled(false).maxWait(Duration.ZERO);
        builder.burst(1).period(SECOND).permits(100);
        Map<RateLimiterAttribute, Object> values = builder.values();
        assertThat(values.keySet()).containsExactly(RateLimiterAttribute.values());
        assertThat(values.values()).containsExactly(100, SECOND, 1, Duration.ZERO, false, 9, true);

        values.clear();
        assertThat(builder.values()).hasSize(7);
    }

    @Test
    void setTakesWhatParseReturns() {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        Map.of(
                        RateLimiterAttribute.PERMITS, "10",
                        RateLimiterAttribute.PERIOD, "1m",
                        RateLimiterAttribute.BURST, "3",
                        RateLimiterAttribute.MAX_WAIT, "500ms",
                        RateLimiterAttribute.ENABLED, "false")
                .forEach((attribute, text) -> builder.set(attribute, attribute.parse(text)));
        assertThat(builder.build())
                .isEqualTo(
                        new RateLimiterConfig(
                                10, Duration.ofMinutes(1), 3, Duration.ofMillis(500), false));
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
}
