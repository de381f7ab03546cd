// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands of the howto, as they stand there, on its samples. */
class PlainJavacTest {

    private static final Path HOWTO = Path.of("..", "docs", "howto", "without-a-container.md");

    private CommandLine shell;
    private String javac;
    private String java;

    @BeforeEach
    void writeTheSamples() throws IOException {
        String howto = Files.readString(HOWTO);
        javac = find(" {4}(javac .*)", howto);
        java = find(" {4}(java .*) …", howto) + " Main";
        shell =
                new CommandLine()
                        .write(
                                "SearchApi.java",
                                "import dev.resilience4cata.annotation.RateLimiter;\n"
                                        + find("```java\n(public interface [^`]*)```", howto))
                        .write(
                                "Main.java",
                                """
                                import dev.resilience4cata.*;
                                class Main {
                                    public static void main(String[] arguments) {
                                        ResilienceRegistry registry = %s
                                        %s
                                        System.out.print(search.getClass() + ": " + search.search("tea"));
                                        registry.close();
                                    }
                                }
                                """
                                        .formatted(
                                                find("`(ResilienceRegistry\\.builder.*?)`", howto)
                                                        + ";",
                                                find("```java\n(SearchApi search .*)", howto)));
    }

    private static String find(String pattern, String text) {
        Matcher found = Pattern.compile("(?m)^" + pattern).matcher(text);
        if (!found.find()) {
            found = Pattern.compile(pattern).matcher(text);
            assertThat(found.find()).as(pattern).isTrue();
        }
        return found.group(1);
    }

    @Test
    void generatesTheWrapperThatRuns() throws Exception {
        assertThat(shell.run(javac + " Main.java").succeeded()).isEmpty();
        assertThat(shell.run(java).succeeded())
                .isEqualTo("class SearchApi$Resilient: results for tea");
    }

    @Test
    void refusesAWrongValueInItsLine() throws Exception {
        shell.write(
                "SearchApi.java",
                """
                public interface SearchApi {

                    @dev.resilience4cata.annotation.RateLimiter(permits = 0, period = "1s")
                    String search(String query);
                }
                """);
        CommandLine.Result refused = shell.run(javac);
        assertThat(refused.status()).isOne();
        assertThat(refused.output().lines())
                .startsWith(
                        "SearchApi.java:3: error: R4C-ATR-003: @RateLimiter(permits = 0) on"
                                + " SearchApi#search(java.lang.String): permits = 0 is below 1. Set"
                                + " permits to at least 1.");
        assertThat(shell.files("out")).isEmpty();
    }

    @Test // from Java 23 on, if javac is told that it may
    void findsTheProcessorOnTheClassPath() throws Exception {
        String onClassPath =
                javac.replaceFirst("-processorpath \\S*", "")
                        .replaceFirst(
                                "-cp \\S* +",
                                "-cp rate-limiter-api.jar:rate-limiter-processor.jar"
                                        + ":rate-limiter-impl.jar ");
        boolean asks = Runtime.version().feature() >= 23;
        shell.run(onClassPath).succeeded();
        assertThat(shell.files("out").contains("SearchApi$Resilient.class")).isEqualTo(!asks);
        if (asks) {
            shell.run(onClassPath + " -proc:full").succeeded();
            assertThat(shell.files("out")).contains("SearchApi$Resilient.class");
        }
    }
}
