// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterSnapshot;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitFieldsTest {
    private static RateLimiterSnapshot limiter(
            int available, int permits, String period, int burst) {
        return new RateLimiterSnapshot(
                "secret", available, permits, Duration.parse(period), burst, Duration.ZERO, true);
    }

    @ParameterizedTest
    @CsvSource({
        "100, PT10S, 100, 10",
        "1, P1D, 1, 86400",
        "1, PT0.1S, 10, 1",
        "100, PT1.5S, 133, 2",
        "2147483647, PT0.000000001S, 999999999999999, 1",
        "1, PT2562047788015215H30M7S, 1, 999999999999999",
    })
    void tellsThePolicyInWholeSeconds(int permits, String period, String quota, String window) {
        assertThat(LimitFields.policy("default", limiter(1, permits, period, permits)))
                .isEqualTo("\"default\";q=" + quota + ";w=" + window);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "0, 1, 1",
        "0, 1000, 1",
        "0, 1001, 2",
        "1, 0, 30",
        "2, 0, 20",
        "4, 0, 0",
    })
    void tellsWhenMorePass(int available, long millisToNext, long seconds) {
        RateLimiterSnapshot limiter = limiter(available, 1, "PT10S", 4);
        assertThat(LimitFields.limit("default", limiter, Duration.ofMillis(millisToNext)))
                .isEqualTo("\"default\";r=" + available + ";t=" + seconds);
    }

    @Test
    void roundsTheTimeUp() {
        assertThat(LimitFields.limit("x", limiter(2, 3, "PT1S", 3), Duration.ZERO))
                .isEqualTo("\"x\";r=2;t=1");
    }

    @Test
    void quotesTheName() {
        assertThat(LimitFields.policy("a \"b\" \\", limiter(1, 1, "PT1S", 1)))
                .isEqualTo("\"a \\\"b\\\" \\\\\";q=1;w=1");
    }
}
