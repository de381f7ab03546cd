// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Java in the documents stands in a source that is compiled and tested. */
class DocumentedSamplesTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern SAMPLE =
            Pattern.compile("(?ms)^ *```java\\n(.*?)^ *```$", Pattern.MULTILINE);

    static Stream<Arguments> samples() throws IOException {
        return files(".md")
                .flatMap(
                        document ->
                                SAMPLE.matcher(read(document))
                                        .results()
                                        .map((MatchResult sample) -> sample.group(1))
                                        .map(sample -> Arguments.of(document.toString(), sample)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void everySampleStandsInASource(String document, String sample) throws IOException {
        String wanted = essence(sample);
        assertThat(files(".java").anyMatch(source -> essence(read(source)).contains(wanted)))
                .as("a source contains this sample of %s:%n%s", document, sample)
                .isTrue();
    }

    @Test
    void aSampleThatDriftsIsNoticed() {
        String source = "  class A {\n    public int one() { return 1; }\n\n  }\n";
        assertThat(essence(source)).contains(essence("int one() { return 1; }"));
        assertThat(essence(source)).doesNotContain(essence("int one() { return 2; }"));
    }

    /** The text without layout, imports, and what depends on where a class stands. */
    private static String essence(String java) {
        return java.lines()
                .map(line -> line.strip().replaceAll("\\b(public|static|final) ", ""))
                .filter(line -> !line.isEmpty() && !line.matches("(import|package|//) ?.*"))
                .collect(Collectors.joining(" "))
                .replaceAll(" +", " ");
    }

    private static Stream<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files
                    .filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.toString().contains("target"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
