// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.resilience4cata.annotation.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The codes and the document that explains them. */
class ErrorCodeTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "errors", "README.md");

    @Test
    void codesAreWellFormedAndDistinct() {
        assertThat(ErrorCode.values())
                .extracting(ErrorCode::code)
                .allMatch(code -> code.matches("R4C-(ATR|REG|CDI)-[0-9]{3}"))
                .doesNotHaveDuplicates();
    }

    @Test // what was published once: a code that is here means this, and nothing else, for ever
    void codesKeepTheirMeaning() {
        assertThat(
                        Arrays.stream(ErrorCode.values())
                                .collect(toMap(ErrorCode::code, ErrorCode::name)))
                .containsAllEntriesOf(
                        Map.ofEntries(
                                Map.entry("R4C-ATR-001", "DURATION_SYNTAX"),
                                Map.entry("R4C-ATR-002", "PERIOD_ZERO"),
                                Map.entry("R4C-ATR-003", "PERMITS_RANGE"),
                                Map.entry("R4C-ATR-006", "ENABLED_SYNTAX"),
                                Map.entry("R4C-ATR-007", "BURST_RANGE"),
                                Map.entry("R4C-REG-001", "CONFIG_INVALID"),
                                Map.entry("R4C-REG-003", "PROPERTY_INVALID"),
                                Map.entry("R4C-REG-004", "CONFIG_UNKNOWN"),
                                Map.entry("R4C-REG-008", "NAME_CONFLICT"),
                                Map.entry("R4C-REG-009", "INSTANCE_UNKNOWN"),
                                Map.entry("R4C-REG-010", "REGISTRY_CLOSED")));
    }

    @ParameterizedTest
    @EnumSource
    void everyCodeHasASectionThatSaysWhenAndWhatToDo(ErrorCode error) throws IOException {
        assertThat(sections()).containsKey(error.code());
        assertThat(sections().get(error.code()))
                .doesNotContain("Retired")
                .containsOnlyOnce("**When.** ")
                .containsOnlyOnce("**What to do.** ");
    }

    @Test // so a new error that took over an old code would be noticed
    void everySectionWithoutAnErrorIsMarkedAsRetired() throws IOException {
        Map<String, String> sections = sections();
        for (ErrorCode error : ErrorCode.values()) {
            sections.remove(error.code());
        }
        assertThat(sections.values()).allMatch(text -> text.strip().startsWith("Retired"));
    }

    static List<Arguments> examples() {
        return List.of(
                Arguments.of("R4C-ATR-001", parse(RateLimiterAttribute.PERIOD, "1x")),
                Arguments.of("R4C-ATR-002", parse(RateLimiterAttribute.PERIOD, "0")),
                Arguments.of("R4C-ATR-003", parse(RateLimiterAttribute.PERMITS, "0")),
                Arguments.of("R4C-ATR-006", parse(RateLimiterAttribute.ENABLED, "yes")),
                Arguments.of("R4C-ATR-007", parse(RateLimiterAttribute.BURST, "0")),
                Arguments.of("R4C-ATR-008", parse(RateLimiterAttribute.MAX_KEYS, "0")),
                Arguments.of("R4C-ATR-009", parse(RateLimiterAttribute.SHADOW, "yes")),
                Arguments.of("R4C-ATR-010", parse(RateLimiterAttribute.SCOPE, "CLUSTER")),
                Arguments.of("R4C-ATR-011", parse(RateLimiterAttribute.ON_STORE_FAILURE, "fail")),
                Arguments.of("R4C-ATR-012", parse(RateLimiterAttribute.LEASES, "5")),
                Arguments.of(
                        "R4C-REG-001",
                        (ThrowingCallable)
                                () ->
                                        RateLimiterConfig.builder()
                                                .permits(2_000_000_000)
                                                .period(Duration.ofSeconds(1))
                                                .build()),
                Arguments.of(
                        "R4C-REG-001",
                        (ThrowingCallable)
                                () ->
                                        RateLimiterConfig.builder()
                                                .maxWait(Duration.ofDays(1000))
                                                .scope(Scope.CLUSTER)
                                                .build()),
                // The implementation is not on the class path of these tests.
                Arguments.of("R4C-REG-011", (ThrowingCallable) ResilienceRegistry::builder));
    }

    private static ThrowingCallable parse(RateLimiterAttribute attribute, String text) {
        return () -> attribute.parse(text);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theDocumentQuotesTheRealMessage(String code, ThrowingCallable mistake) throws IOException {
        ResilienceException error = catchThrowableOfType(ResilienceException.class, mistake);
        assertThat(error.code()).isEqualTo(code);
        assertThat(sections().get(code)).contains("\n    " + error.getMessage() + "\n");
    }

    /** The texts under the headings of the second level, by heading. */
    private static Map<String, String> sections() throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        String[] parts = Files.readString(DOCUMENT).split("(?m)^## ", -1);
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('\n');
            sections.put(parts[i].substring(0, end).strip(), parts[i].substring(end));
        }
        return sections;
    }
}
