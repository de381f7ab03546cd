// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What became of the tests of a module, by the reports that this build has written. */
final class TestReports {
    private static final List<String> FOLDERS = List.of("surefire-reports", "failsafe-reports");
    private static final String STRESS_FOLDER = "jcstress";

    /** What became of a test; of several invocations, the one that is last here counts. */
    enum Outcome {
        SKIPPED,
        PASSED,
        FAILED
    }

    private TestReports() {}

    /**
     * Reads the reports in the target folder of a module.
     *
     * @param since when this build began; older reports are those of other builds and do not count
     * @return by the id of the test, see {@link TestCase#id()}
     */
    static Map<String, Outcome> read(Path target, Instant since) throws IOException {
        Map<String, Outcome> outcomes = new TreeMap<>();
        for (String folder : FOLDERS) {
            for (Path file : written(target.resolve(folder), "TEST-.*\\.xml", since)) {
                Element suite = parse(file);
                for (Element test : children(suite, "testcase")) {
                    outcomes.merge(id(suite, test), outcome(test), TestReports::later);
                }
            }
        }
        // A test of jcstress that fails ends the build before there is anything to report.
        for (Path file : written(target.resolve(STRESS_FOLDER), ".*\\..*\\.html", since)) {
            String name = file.getFileName().toString().replaceFirst("\\.html$", "");
            outcomes.put(name.replaceFirst("\\.(?=[^.]*$)", "#"), Outcome.PASSED);
        }
        return outcomes;
    }

    private static List<Path> written(Path folder, String name, Instant since) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> named =
                    files.filter(file -> file.getFileName().toString().matches(name))
                            .sorted()
                            .toList();
            List<Path> written = new ArrayList<>();
            for (Path file : named) {
                if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                    written.add(file);
                }
            }
            return written;
        }
    }

    private static Element parse(Path file) throws IOException {
        try {
            DocumentBuilder builder =
                    DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
            return builder.parse(file.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Of ArchUnit and jqwik only the suite has the whole name of the class. */
    private static String id(Element suite, Element test) {
        String type = test.getAttribute("classname");
        if (!type.contains(".")) {
            type = suite.getAttribute("name").replaceFirst("\\(.*", "");
        }
        return type + "#" + test.getAttribute("name").replaceFirst("[(\\[{].*", "");
    }

    private static Outcome outcome(Element test) {
        if (!children(test, "failure").isEmpty() || !children(test, "error").isEmpty()) {
            return Outcome.FAILED;
        }
        return children(test, "skipped").isEmpty() ? Outcome.PASSED : Outcome.SKIPPED;
    }

    private static Outcome later(Outcome one, Outcome other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static List<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .filter(child -> child.getTagName().equals(name))
                .toList();
    }
}
