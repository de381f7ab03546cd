// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That docs/reference/cluster-infinispan.md shows what the two servers run with. */
class InfinispanPageTest {

    private static final Path SETTINGS = Path.of("src/two-servers");

    @ParameterizedTest
    @ValueSource(strings = {"rate-limits.cli", "dead-members.cli"})
    void showsTheCommandsForTheServer(String file) throws IOException {
        assertShown(Files.readString(SETTINGS.resolve(file)).replaceAll("(?m)^#.*\n", ""));
    }

    @Test
    void showsHowTheApplicationRefersToTheCache() throws IOException {
        assertShown(
                found(
                        "<resource-env-ref>.*</resource-env-ref>",
                        SETTINGS.resolve("infinispan/WEB-INF/web.xml")));
        assertShown(
                found(
                                "resilience4cata[^\n]*[.]jndi=[^\n]*",
                                SETTINGS.resolve("infinispan.properties"))
                        .replace("=", " = "));
    }

    @Test
    void showsTheModuleThatTheApplicationNeeds() throws IOException {
        String module = found("<Dependencies>[^<]*", Path.of("pom.xml"));
        assertShown(module.replace("<Dependencies>", "Dependencies: "));
    }

    private static String found(String pattern, Path file) throws IOException {
        Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(file));
        assertThat(matcher.find()).as("%s in %s", pattern, file).isTrue();
        return matcher.group();
    }

    private static void assertShown(String text) throws IOException {
        String page = Files.readString(Path.of("../../docs/reference/cluster-infinispan.md"));
        assertThat(page.replaceAll("\\s+", " ")).contains(text.replaceAll("\\s+", " ").strip());
    }
}
