// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer says; the rest is shown on servers. */
class RemoteLimitTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static @Nullable Duration retryAfter(String field) {
        return RemoteFields.retryAfter(field, null, NOW);
    }

    @ParameterizedTest
    @CsvSource({
        "30, 30",
        "' 0 ', 0",
        "007, 7",
        "999999999999999, 999999999999999",
        "1000000000000000, 9223372036854775807",
        "'Mon, 30 Nov 2026 12:00:30 GMT', 30",
        "'Mon, 30 Nov 2026 11:59:59 GMT', 0",
    })
    void readsSecondsAndDates(String field, long seconds) {
        assertThat(retryAfter(field)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "soon",
                "-1",
                "+1",
                "1.5",
                "30, 60",
                "1e3",
                "\u0663",
                "Tue, 30 Nov 2026 12:00:30 GMT",
                "2026-11-30T12:00:30Z"
            })
    void ignoresWhatIsNeither(String field) {
        assertThat(retryAfter(field)).isNull();
    }

    @Test
    void takesADateByTheClockOfTheServer() {
        String until = "Mon, 30 Nov 2026 15:00:30 GMT";
        assertThat(RemoteFields.retryAfter(until, "Mon, 30 Nov 2026 15:00:00 GMT", NOW))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(RemoteFields.retryAfter(until, "today", NOW))
                .isEqualTo(Duration.ofHours(3).plusSeconds(30));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"default\";r=0;t=30 | 30",
                "\"default\";r=0;t=0 | 0",
                "default;t=30;r=0 | 30",
                "\"a;r=0;t=9\";r=0;t=30 | 30",
                "\"a\\\"\";r=0;t=30 | 30",
                "\"a\"; r=0; t=30;pk=:c2VjcmV0: | 30",
                "\"a\";r=5;t=60, \"b\";r=0;t=10 ,\t\"c\";r=0;t=20 | 20",
                "\"a\";r=1;r=0;t=1;t=30 | 30",
                "\"a\";x;y=?1;z=1.5;r=0;t=30 | 30",
                "\"a\";until=@1796040000;r=0;t=30 | 30",
                "\"a\";by=%\"Z%c3%bcrich \\\";r=0;t=30 | 30",
            })
    void readsTheTimeOfALimitWithNothingLeft(String field, long seconds) {
        assertThat(RemoteFields.timeUntilReset(field)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"default\";r=1;t=30",
                "\"default\";r=0",
                "\"default\";t=30",
                "\"default\";r=0;t=soon",
                "\"default\";r=0;t=-30",
                "\"default\";r=0;t=9999999999999999",
                "\"default\";r=0;t",
                "\"default\";r=0;t=30,",
                "\"default\";r=0;t=30;",
                "\"default\";r=0;t=30 ;",
                "\"default\";r=0;t=",
                "\"default;r=0;t=30",
                "\"default\\",
                "\"default\" r=0;t=30",
                "\"default\";r=0;t=30;pk=:c2Vj",
                "\"default\";r=0;t=30;by=%\"Z",
                "\"default\";r=0;t=30;by=%",
                ";r=0;t=30",
                "\"default\";r=0;t=30, ,\"b\"",
                "limit=100, remaining=0, reset=30",
            })
    void ignoresWhatSaysNothing(String field) {
        assertThat(RemoteFields.timeUntilReset(field)).isNull();
    }

    @Test
    void readsALongFieldInOneGo() {
        String many = "\"a\";r=0;t=1,".repeat(100_000) + "\"b\";r=0;t=2";
        assertThat(RemoteFields.timeUntilReset(many)).isEqualTo(Duration.ofSeconds(2));
        assertThat(RemoteFields.timeUntilReset("\"" + "\\\\".repeat(1_000_000))).isNull();
    }

    private static @Nullable Duration pause(int status, Map<String, String> fields) {
        return RemoteLimit.pause(status, fields::get);
    }

    @Test
    void believesRetryAfterOnlyWhereItMeansALimit() {
        Map<String, String> retryAfter = Map.of("Retry-After", "30");
        assertThat(pause(429, retryAfter)).isEqualTo(Duration.ofSeconds(30));
        assertThat(pause(503, retryAfter)).isEqualTo(Duration.ofSeconds(30));
        assertThat(pause(301, retryAfter)).isNull();
        assertThat(pause(200, Map.of())).isNull();
        assertThat(pause(429, Map.of())).isNull();
    }

    @Test
    void prefersRetryAfterIfItCanBeRead() {
        String limit = "\"default\";r=0;t=60";
        assertThat(pause(429, Map.of("Retry-After", "30", "RateLimit", limit)))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(pause(429, Map.of("Retry-After", "soon", "RateLimit", limit)))
                .isEqualTo(Duration.ofSeconds(60));
        assertThat(pause(200, Map.of("RateLimit", limit))).isEqualTo(Duration.ofSeconds(60));
    }
}
