// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ResilienceException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestSettingsTest {
    private static RestSettings read(String key, String value) {
        return RestSettings.read(Map.of("resilience4cata.rest." + key, value)::get);
    }

    @Test
    void tellsNothingUnlessAsked() {
        assertThat(RestSettings.read(key -> null))
                .isEqualTo(new RestSettings(false, false, "default"));
    }

    @Test
    void readsEachKey() {
        assertThat(read("instance", " true ")).isEqualTo(new RestSettings(true, false, "default"));
        assertThat(read("headers", "true")).isEqualTo(new RestSettings(false, true, "default"));
        assertThat(read("headers", "false")).isEqualTo(new RestSettings(false, false, "default"));
        assertThat(read("policy", "gold plan"))
                .isEqualTo(new RestSettings(false, false, "gold plan"));
    }

    @ParameterizedTest
    @CsvSource({
        "instance, yes, is neither true nor false. Write true or false.",
        "headers, TRUE, is neither true nor false. Write true or false.",
        "policy, Fälle, cannot be sent. Write printable ASCII characters.",
        "policy, ' ', cannot be sent. Write printable ASCII characters.",
    })
    void saysWhatIsWrong(String key, String value, String problem) {
        assertThatThrownBy(() -> read(key, value))
                .isInstanceOf(ResilienceException.class)
                .hasMessage("R4C-REG-003: resilience4cata.rest.%s: \"%s\" %s", key, value, problem);
    }

    @ParameterizedTest
    @CsvSource({"trustedProxies, proxy", "longestPause, soon"})
    void isTheFirstToSeeWhatIsWrongWithWhatIsReadLater(String key, String value) {
        assertThatThrownBy(() -> read(key, value))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith(
                        "R4C-REG-003: resilience4cata.rest.%s: \"%s\" ", key, value);
    }

    @Test
    void pausesForAnHourAtMostUnlessTold() {
        assertThat(RestSettings.longestPause(key -> null)).isEqualTo(Duration.ofHours(1));
        assertThat(RestSettings.longestPause(key -> " 90s ")).isEqualTo(Duration.ofSeconds(90));
        assertThatThrownBy(() -> RestSettings.longestPause(key -> "-1s"))
                .isInstanceOf(ResilienceException.class)
                .hasMessage(
                        "R4C-REG-003: resilience4cata.rest.longestPause: \"-1s\" is no duration."
                                + " Write one such as 90s, 1h or PT1H30M.");
    }

    @Test
    void escapesWhatJsonWantsEscaped() {
        assertThat(RateLimitExceededMapper.body(2, "a \"b\" \\ \n ü"))
                .isEqualTo(
                        "{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                                + "\"detail\":\"Too many requests. Try again in 2 seconds.\","
                                + "\"limiter\":\"a \\\"b\\\" \\\\ \\u000a \\u00fc\"}");
    }

    @Test
    void withoutMicroProfileConfigPropertiesGoBeforeTheEnvironment() {
        String key = "resilience4cata.rest.trustedProxies";
        RestProperties properties =
                RestProperties.ofProcess(
                        Map.of("RESILIENCE4CATA_REST_TRUSTEDPROXIES", "10.0.0.1")::get);
        assertThat(properties.find(key)).isEqualTo("10.0.0.1");
        assertThat(properties.find("resilience4cata.rest.policy")).isNull();
        System.setProperty(key, "10.0.0.2");
        try {
            assertThat(properties.find(key)).isEqualTo("10.0.0.2");
        } finally {
            System.clearProperty(key);
        }
    }
}
