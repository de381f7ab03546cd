// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static dev.resilience4cata.RateLimiterAttribute.BURST;
import static dev.resilience4cata.RateLimiterAttribute.ENABLED;
import static dev.resilience4cata.RateLimiterAttribute.MAX_WAIT;
import static dev.resilience4cata.RateLimiterAttribute.ON_STORE_FAILURE;
import static dev.resilience4cata.RateLimiterAttribute.PERIOD;
import static dev.resilience4cata.RateLimiterAttribute.PERMITS;
import static dev.resilience4cata.RateLimiterAttribute.SCOPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.resilience4cata.annotation.Scope;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What text means as a value of an attribute, and what is said about text that means none. */
class RateLimiterAttributeTest {

    private static final String LONGEST_NANOS = "9223372036854775807ns";
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void keysAreTheSpellingOfTheAnnotation() {
        assertThat(RateLimiterAttribute.values())
                .extracting(RateLimiterAttribute::key)
                .containsExactly(
                        "permits",
                        "period",
                        "burst",
                        "maxWait",
                        "enabled",
                        "maxKeys",
                        "shadow",
                        "scope",
                        "onStoreFailure",
                        "leases");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "1ns,PT0.000000001S",
                "250us,PT0.00025S",
                "500ms,PT0.5S",
                "1s,PT1S",
                "90s,PT1M30S",
                "5m,PT5M",
                "36h,PT36H",
                "1000d,PT24000H",
                "007s,PT7S",
                "' 1s ',PT1S",
                "'\t1s\n',PT1S",
                "PT0.5S,PT0.5S",
                "PT10S,PT10S",
                "' PT10S ',PT10S",
                "pt10s,PT10S",
                "P1D,PT24H",
                "P1DT2H3M4.000000005S,PT26H3M4.000000005S",
                "PT1H-5M,PT55M",
                "+PT5S,PT5S",
                "PT0.000000001S,PT0.000000001S",
                LONGEST_NANOS + ",PT2562047H47M16.854775807S",
                "106751d,PT2562024H",
            })
    void readsADuration(String text, Duration expected) {
        assertThat(PERIOD.parse(text)).isEqualTo(expected);
        assertThat(MAX_WAIT.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", " 0 ", "0ns", "0s", "0d", "PT0S", "P0D", "-PT0S"})
    void zeroIsAWaitButNoPeriod(String text) {
        assertThat(MAX_WAIT.parse(text)).isEqualTo(Duration.ZERO);

        ResilienceException error = refused(PERIOD, text);
        assertThat(error.errorCode()).isEqualTo(ErrorCode.PERIOD_ZERO);
        assertThat(error)
                .hasMessage(
                        "R4C-ATR-002: period = \""
                                + text.strip()
                                + "\" is zero, and calls need time to pass in."
                                + " Write a period such as 1s; to let every call pass"
                                + " set enabled = false.");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "'',is blank",
                "'   ',is blank",
                "10,has no unit",
                "99999999999999999999,has no unit",
                "1x,has the unknown unit \"x\"",
                "1sec,has the unknown unit \"sec\"",
                "5min,has the unknown unit \"min\"",
                "2w,has the unknown unit \"w\"",
                "-1s,is negative",
                "-5,is negative",
                "-PT1S,is negative",
                "PT-1S,is negative",
                "PT1M-61S,is negative",
                "-PT99999999999999999999S,is negative or does not fit",
                "PT-99999999999999999999S,is negative or does not fit",
                "1.5s,is a fraction; use a smaller unit",
                "0.5,is a fraction; use a smaller unit",
                ".5s,is a fraction; use a smaller unit",
                "'1,5s',is a fraction; use a smaller unit",
                "1S,cannot be read from position 1 on",
                "1 s,cannot be read from position 1 on",
                "1s 5ms,cannot be read from position 1 on",
                "10S,cannot be read from position 2 on",
                "1_000ms,cannot be read from position 1 on",
                "1e3s,cannot be read from position 1 on",
                "s,cannot be read from position 0 on",
                "+1s,cannot be read from position 0 on",
                "abc,cannot be read from position 0 on",
                "PT,cannot be read from position 0 on",
                "P1Y,cannot be read from position 0 on",
                "P1W,cannot be read from position 0 on",
                "PT0.0000000001S,cannot be read from position 0 on",
                "1µs,cannot be read from position 1 on",
                "１s,cannot be read from position 0 on",
                "${period},cannot be read from position 0 on",
            })
    void refusesWhatIsNoDuration(String text, String problem) {
        for (RateLimiterAttribute attribute : new RateLimiterAttribute[] {PERIOD, MAX_WAIT}) {
            ResilienceException error = refused(attribute, text);
            assertThat(error.code()).isEqualTo("R4C-ATR-001");
            assertThat(error)
                    .hasMessage(
                            "R4C-ATR-001: "
                                    + attribute.key()
                                    + " = \""
                                    + text.strip()
                                    + "\" "
                                    + problem
                                    + ". Write an integer with a unit (ns, us, ms, s, m, h, d) or"
                                    + " ISO-8601, for example 500ms or PT0.5S.");
        }
    }

    @Test
    void theExamplesInTheMessageAreValid() {
        assertThat(MAX_WAIT.parse("500ms")).isEqualTo(MAX_WAIT.parse("PT0.5S"));
        assertThat(PERIOD.parse("1s")).isEqualTo(Duration.ofSeconds(1));
        assertThat(PERIOD.parse("PT1H")).isEqualTo(Duration.ofHours(1));
        assertThat(PERMITS.parse("10")).isEqualTo(10);
    }

    @ParameterizedTest // S7: first what a long of nanoseconds does not hold, then a long of seconds
    @ValueSource(
            strings = {
                "9223372036854775808ns",
                "106752d",
                "300000d",
                "PT2562047H47M16.854775808S",
                "P366000D",
                "9223372036854775807s",
                "9223372036854775808s",
                "9223372036854775807d",
                "99999999999999999999999999999999ms",
                "PT9223372036854775807S",
                "PT9223372036854775808S",
                "PT99999999999999999999999999S",
                "P999999999999999999D",
                "PT9223372036854775807H",
            })
    void aWaitBeyondALongIsForEverButAPeriodIsTooLong(String text) {
        Object wait = MAX_WAIT.parse(text);
        assertThat(wait).isInstanceOf(Duration.class);
        assertThat((Duration) wait).isGreaterThan(Duration.ofNanos(Long.MAX_VALUE));
        assertThat(RateLimiterConfig.builder().set(MAX_WAIT, wait).build().maxWait())
                .isEqualTo(wait);

        ResilienceException error = refused(PERIOD, text);
        assertThat(error)
                .hasMessage(
                        "R4C-ATR-001: period = \""
                                + text
                                + "\" is longer than 292 years, the longest that fits."
                                + " Write a shorter period, for example 1s or PT1H.");
    }

    @Test
    void aWaitBeyondALongOfSecondsIsTheLongestDurationThereIs() {
        assertThat(MAX_WAIT.parse("9223372036854775808s")).isEqualTo(FOR_EVER);
        assertThat(MAX_WAIT.parse("PT9223372036854775808S")).isEqualTo(FOR_EVER);
        assertThat(MAX_WAIT.parse("9223372036854775807s"))
                .isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"1,1", "10,10", "' 10 ',10", "0010,10", "+10,10", "2147483647,2147483647"})
    void readsAWholeNumber(String text, int expected) {
        assertThat(PERMITS.parse(text)).isEqualTo(expected);
        assertThat(BURST.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "ten",
                "1_000",
                "1,000",
                "1e3",
                "10.0",
                "1.5",
                "0x10",
                "10s",
                "2147483648",
                "99999999999",
                "-99999999999",
                "NaN",
            })
    void refusesWhatIsNoWholeNumber(String text) {
        for (RateLimiterAttribute attribute : new RateLimiterAttribute[] {PERMITS, BURST}) {
            assertThat(refused(attribute, text))
                    .hasMessage(
                            (attribute == PERMITS ? "R4C-ATR-003: " : "R4C-ATR-007: ")
                                    + attribute.key()
                                    + " = \""
                                    + text.strip()
                                    + "\" is not a whole number from 1 to 2147483647."
                                    + " Write digits only, such as 10.");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, -100, Integer.MIN_VALUE})
    void refusesNumbersBelowOne(int number) {
        assertThat(refused(PERMITS, Integer.toString(number)))
                .hasMessage(
                        "R4C-ATR-003: permits = "
                                + number
                                + " is below 1. Set permits to at least 1.");
        assertThat(refused(BURST, Integer.toString(number)))
                .hasMessage(
                        "R4C-ATR-007: burst = " + number + " is below 1. Set burst to at least 1.");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"true,true", "false,false", "' true ',true", "'\tfalse',false"})
    void readsABoolean(String text, boolean expected) {
        assertThat(ENABLED.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "yes", "no", "TRUE", "False", "1", "0", "on", "truefalse"})
    void refusesWhatIsNoBoolean(String text) {
        assertThat(refused(ENABLED, text))
                .hasMessage(
                        "R4C-ATR-006: enabled = \""
                                + text.strip()
                                + "\" is neither true nor false. Write true or false.");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"jvm,JVM", "cluster,CLUSTER", "' cluster\n',CLUSTER"})
    void readsAScope(String text, Scope expected) {
        assertThat(SCOPE.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "JVM", "CLUSTER", "Cluster", "clustered", "Scope.CLUSTER", "true"})
    void refusesWhatIsNoScope(String text) {
        assertThat(refused(SCOPE, text))
                .hasMessage(
                        "R4C-ATR-010: scope = \""
                                + text.strip()
                                + "\" is neither jvm nor cluster. Write jvm or cluster.");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"local,LOCAL", "open,OPEN", "closed,CLOSED", "' closed\t',CLOSED"})
    void readsWhatToDoOnAFailureOfTheStore(String text, StoreFailure expected) {
        assertThat(ON_STORE_FAILURE.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "LOCAL", "Open", "close", "fail", "false", "local open"})
    void refusesWhatIsNothingToDoOnAFailureOfTheStore(String text) {
        assertThat(refused(ON_STORE_FAILURE, text))
                .hasMessage(
                        "R4C-ATR-011: onStoreFailure = \""
                                + text.strip()
                                + "\" is neither local, open nor closed."
                                + " Write local, open or closed.");
    }

    @ParameterizedTest
    @CsvSource({
        "PERMITS, 10, 10",
        "PERIOD, 500ms, PT0.5S",
        "MAX_WAIT, 0, PT0S",
        "MAX_WAIT, 9223372036854775808s, PT2562047788015215H30M7.999999999S",
        "ENABLED, false, false",
        "MAX_KEYS, 3, 3",
        "SCOPE, cluster, cluster",
        "ON_STORE_FAILURE, closed, closed",
    })
    void whatIsWrittenIsReadAgain(RateLimiterAttribute attribute, String text, String written) {
        Object value = attribute.parse(text);
        assertThat(attribute.text(value)).isEqualTo(written);
        assertThat(attribute.parse(written)).isEqualTo(value);
    }

    @ParameterizedTest // the caller puts the place between the code and the detail
    @EnumSource
    void theDetailIsTheMessageWithoutTheCode(RateLimiterAttribute attribute) {
        ResilienceException error = refused(attribute, "?");
        assertThat(error).hasMessage(error.code() + ": " + error.detail());
        assertThat(error.detail()).startsWith(attribute.key() + " = \"?\" ");
    }

    private static ResilienceException refused(RateLimiterAttribute attribute, String text) {
        ResilienceException error =
                catchThrowableOfType(ResilienceException.class, () -> attribute.parse(text));
        assertThat(error).as("%s = \"%s\"", attribute.key(), text).isNotNull();
        return error;
    }
}
