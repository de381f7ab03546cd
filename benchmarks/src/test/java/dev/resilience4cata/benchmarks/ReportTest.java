// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportTest {

    private final Report report = new Report(SampleFigures.figures(), SampleFigures.machine());

    @Test
    void showsMediansOverRoundsAndRatiosInsideThem() {
        assertThat(report.parts().get("admitted"))
                .contains("| ours | 30 (0) | 30 (0) | 30 (0) |")
                // The median of 60/30, 78/26 and 60/40, not the ratio of the medians.
                .contains("| Resilience4j 9.9.9 | 60 (40; 2.00 ×) | 60 (40; 2.00 ×) |")
                .contains("| `System.nanoTime()` alone | 25 (0) |")
                .contains("| Guava | — | — | — |");
        assertThat(report.everything())
                .contains(
                        "| AdmittedCall | 1 | resilience4j | 60.0 | 40.0 | 2.40 (2.00–3.90) |"
                                + " 2.00 (1.50–3.00) |");
    }

    @Test
    void namesParametersAndSpreads() {
        assertThat(report.parts().get("many limiters"))
                .contains("| ours, 1 | 1 | 30.0 | 0 | 1.00 |")
                .contains("| ours, 100000 | 1 | 33.0 | 0 | 1.10 |");
    }

    @Test
    void setsWhatWasMeasuredBesideTheTargets() {
        assertThat(report.parts().get("targets"))
                .contains(
                        "| P1 | admitted, 1 thread: at most 1.25 × `nanoTime()`, 0 B | missed: 1.30 (1.20–1.33) ×, 0 B |")
                .contains(
                        "| P5 | through Weld: at most one `nanoTime()` + 15 ns above an interceptor that does nothing, 0 B above it | met: 30 ns above, allowed 40; 0 B |")
                .contains("| missed: 50 ms more |")
                .contains("| P9 | under 500 B each | met: 487 B |")
                .contains(
                        "| P10 | a synchronous wait never ends early | not measured in this run |");
    }

    @Test
    void drawsBarsInProportion() throws Exception {
        Document svg = parse(report.charts().get("admitted.svg").svg());
        NodeList bars = svg.getElementsByTagName("rect");
        assertThat(bars.getLength()).isEqualTo(6); // two subjects, three numbers of threads
        double ours = Double.parseDouble(((Element) bars.item(0)).getAttribute("width"));
        double theirs = Double.parseDouble(((Element) bars.item(1)).getAttribute("width"));
        assertThat(theirs / ours).isCloseTo(2.0, within(0.01));
        assertThat(((Element) bars.item(0)).getAttribute("class")).isEqualTo("ours");
        assertThat(svg.getElementsByTagName("style").item(0).getTextContent())
                .contains("prefers-color-scheme: dark");
        assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                .isEqualTo(
                        "Time of an admitted call, × ours. 1 thread: ours 1.00 ×,"
                                + " Resilience4j 9.9.9 2.00 ×; 2 threads: ours 1.00 ×,"
                                + " Resilience4j 9.9.9 2.00 ×; 4 threads: ours 1.00 ×,"
                                + " Resilience4j 9.9.9 2.00 ×.");
    }

    @Test
    void escapesWhatXmlMeans() throws Exception {
        BarChart chart =
                new BarChart(
                        "a < b & \"c\"",
                        List.of(new BarChart.Group("", List.of(new BarChart.Bar("<x>", 1, true)))));
        Document svg = parse(chart.svg());
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("a < b & \"c\"");
    }

    @Test
    void escapesWhatJsonMeans() {
        assertThat(report.json())
                .contains("\"cpu\": \"A \\\"fast\\\" one & more\"")
                .contains(
                        "{\"harness\": \"PendingCalls\", \"what\": \"a call that waits\","
                                + " \"value\": 486.6, \"unit\": \"B\"}");
    }

    @Test
    void writesIntoTheDocumentAndLeavesTheRest(@TempDir Path documents) throws IOException {
        StringBuilder document = new StringBuilder("# By hand\n\n");
        for (String part : report.parts().keySet()) {
            document.append("<!-- generated: ")
                    .append(part)
                    .append(" -->\nof the run before\n<!-- end -->\n");
        }
        document.append("\nthe end\n");
        Files.writeString(documents.resolve("benchmarks.md"), document);

        report.writeInto(documents);
        String once = Files.readString(documents.resolve("benchmarks.md"));
        assertThat(once)
                .startsWith("# By hand\n\n<!-- generated: admitted -->\n\n![")
                .endsWith("<!-- end -->\n\nthe end\n")
                .doesNotContain("of the run before");
        report.writeInto(documents);
        assertThat(documents.resolve("benchmarks.md")).hasContent(once);
        assertThat(documents.resolve("benchmarks/admitted.svg")).isNotEmptyFile();
    }

    /**
     * The document of the repository has a place for each part, so a run cannot fail at its end.
     */
    @Test
    void theDocumentHasItsPlaces() throws IOException {
        String document = Files.readString(Path.of("../docs/benchmarks.md"));
        assertThat(GeneratedParts.replace(document, report.parts())).isNotEqualTo(document);
    }

    @Test
    void refusesADocumentWithoutAPlace() {
        assertThatThrownBy(() -> GeneratedParts.replace("# Nothing\n", Map.of("run", "x")))
                .hasMessageContaining("run");
        assertThatThrownBy(
                        () ->
                                GeneratedParts.replace(
                                        "<!-- generated: other -->\n<!-- end -->\n", Map.of()))
                .hasMessageContaining("other");
        assertThatThrownBy(
                        () ->
                                GeneratedParts.replace(
                                        "<!-- generated: run -->\nold\n", Map.of("run", "x")))
                .hasMessageContaining("no end");
    }

    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)));
    }
}
