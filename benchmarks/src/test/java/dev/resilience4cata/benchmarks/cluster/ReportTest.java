// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import static dev.resilience4cata.benchmarks.cluster.SampleRuns.FREE;
import static dev.resilience4cata.benchmarks.cluster.SampleRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.benchmarks.GeneratedParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

    private final Results results = SampleRuns.good(Contender.OURS);
    private final Report report = new Report(results, Map.of("Redis", "9.9"));

    @Test
    void showsTheMedianAndTheExtremesOfTheRuns() {
        results.add(FREE, Contender.OURS, run(1000, 0, 900, 4000, 1000, 0));
        results.add(FREE, Contender.OURS, run(1000, 0, 950, 9000, 1000, 0));
        assertThat(report.parts().get("commands"))
                .contains("| not reached | 1 | 1 × 1 | 0.95 (0.90–1.00) + 2.85 | — | — | — |")
                .contains("| about half | 1 | 1 × 1 | 1.00 + 3.00 | — | — | — |");
        assertThat(report.parts().get("processor"))
                .contains("| not reached | 1 | 1 × 1 | 5.00 (4.00–9.00); 20.00 (16.00–36.00) |");
        assertThat(report.parts().get("speed"))
                .contains("| not reached | 1 | 1 × 1 | 1000; 60 / 90 / 120 | — |");
        assertThat(report.parts().get("admitted"))
                .contains("| about half | 1 | 1 × 1 | 50.0 %; 0 |");
    }

    @Test
    void setsTheWorstOfOursBesideTheTargets() {
        assertThat(report.parts().get("targets"))
                .contains("| ours: at most one command for a decision | met; most: 1.000 |")
                .contains("in commands of Redis for a decision | met; most: 5.00 µs |")
                .contains("reads and writes | missed; most: 20.00 µs |")
                .contains("| ours: no call beyond the limit | met; most: 0 |");
        results.add(SampleRuns.LIMITED, Contender.OURS, run(4000, 0, 4000, 1, 2003, 3));
        assertThat(report.parts().get("targets"))
                .contains("| ours: no call beyond the limit | missed; most: 3 |");
    }

    @Test
    void keepsEveryRunInJson() {
        assertThat(report.json())
                .contains("\"Redis\": \"9.9\"")
                .contains(
                        "{\"contender\": \"ours\", \"keys\": 1, \"processes\": 1, \"threads\": 1,")
                .contains("\"decisions\": 1000, \"failed\": 0, \"seconds\": 1.000000,");
    }

    /**
     * The document of the repository has a place for each part, so a run cannot fail at its end.
     */
    @Test
    void theDocumentHasItsPlaces() throws IOException {
        String document = Files.readString(Path.of("../docs/benchmarks.md"));
        assertThat(GeneratedParts.replace(document, Report.WORD, report.parts()))
                .isNotEqualTo(document);
    }
}
