// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That docs/reference/cluster.md tells what is so. */
class ClusterPageTest {

    private static final String PREFIX = "resilience4cata.cluster.redis.";

    private static String page() throws IOException {
        return Files.readString(Path.of("../../docs/reference/cluster.md"));
    }

    @Test
    void namesEachPropertyAndNoOther() throws IOException {
        Set<String> asked = new TreeSet<>();
        RedisStoreProvider.settings(
                key -> {
                    assertThat(key).startsWith(PREFIX);
                    asked.add(key.substring(PREFIX.length()));
                    return key.endsWith("uri") ? Optional.of("redis://a") : Optional.empty();
                });
        asked.add("tls.trustStorePassword"); // only asked for if there is a trust store
        Set<String> named = new TreeSet<>();
        String table = page().substring(page().indexOf("## Configuration"));
        Pattern.compile("(?m)^\\| `([A-Za-z.]+)` \\|")
                .matcher(table.substring(0, table.indexOf("###")))
                .results()
                .forEach(row -> named.add(row.group(1)));
        assertThat(named).isEqualTo(asked);
    }

    /** The sample, and the rights that a user needs, are those of tests. */
    @ParameterizedTest
    @ValueSource(strings = {"RedisStoreTest", "RedisAccessTest"})
    void showsWhatIsTested(String test) throws IOException {
        String source =
                Files.readString(
                        Path.of(
                                "src/test/java",
                                getClass().getPackageName().replace('.', '/'),
                                test + ".java"));
        String shown =
                test.equals("RedisStoreTest")
                        ? between(page(), "```java", "```")
                        : between(page(), "~rl:*", "\n");
        assertThat(source.replaceAll("\\s+", " ")).contains(shown.strip().replaceAll("\\s+", " "));
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
