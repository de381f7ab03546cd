// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** This build: {@code target/coverage.md}, and the table that the documents have. */
class CoverageIT {
    private static final Path ROOT = Path.of("../..");
    private static final Path TABLE = ROOT.resolve("docs/reference/where-it-works.md");
    private static final String UPDATE = "tck.report.update";

    private static List<String> problems = List.of();
    private static String table = "";

    @BeforeAll
    static void read() throws IOException {
        Coverage coverage =
                new Repository(ROOT, Instant.parse(System.getProperty("tck.report.since"))).read();
        problems = coverage.problems();
        table = WhereItWorks.of(coverage, Files.readString(TABLE));
        Files.writeString(Path.of("target/coverage.md"), CoverageReport.of(coverage));
        Files.writeString(Path.of("target/where-it-works.md"), table);
    }

    @Test
    void testsCheckEverySentenceAndSituation() {
        assertThat(String.join("\n", problems)).isEmpty();
    }

    @Test
    void theDocumentSaysWhatTheTestsHaveShown() throws IOException {
        if (System.getProperty(UPDATE) != null && problems.isEmpty()) {
            Files.writeString(TABLE, table);
        }
        assertThat(Files.readString(TABLE))
                .as("%s; mvn verify -D%s writes it anew", TABLE, UPDATE)
                .isEqualTo(table);
    }
}
