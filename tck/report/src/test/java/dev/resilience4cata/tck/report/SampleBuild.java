// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A small repository, as it is after a build in which everything was shown. */
final class SampleBuild {
    static final String SEMANTICS = "docs/internals/semantics.md";
    static final String SITUATIONS = "docs/internals/situations.md";
    static final String EXCLUSIONS = "tck/weld/exclusions.txt";

    private final Path root;

    SampleBuild(Path root) throws IOException {
        this.root = root;
        write(
                SEMANTICS,
                """
                ## The rule

                - **S1** Right.
                - **S2** Never wrong.
                """);
        write(
                SITUATIONS,
                """
                ## Beans

                | | on | what happens |
                | --- | --- | --- |
                | 1 | a class | Limited. |
                | 2 | a method | Limited. |
                | 3 | a page | Nothing. Documented only: it has no code. |

                ## Web

                | | on | what happens |
                | --- | --- | --- |
                | 4 | a servlet | Limited. |

                ## Not shown yet

                Nobody knows.

                2
                """);
        for (String module :
                List.of("api", "impl", "cdi-extension", "rest", "junit", "telemetry")) {
            source(module + "/src/test/java", "UnitTest", "/** S1. */ @Test void works() {}");
            passed(module, "UnitTest", "works");
        }
        source(
                "stress/src/main/java",
                "Races",
                "/** S1. */ @JCStressTest static class AtTheEnd {}");
        write("stress/target/jcstress/sample.Races.AtTheEnd.html", "");

        write(
                "tck/pom.xml",
                Stream.of("suite", "embedded", "weld", "server", "report")
                        .map(module -> "<module>" + module + "</module>")
                        .collect(Collectors.joining("\n")));
        write("tck/embedded/pom.xml", "<project><packaging>pom</packaging></project>");
        write(
                "pom.xml",
                "<weld.version>0.9</weld.version><server>${same}</server><same>1.0</same>");
        runner("weld", "${weld.version}");
        runner("server", "${server}");
        write("tck/suite/pom.xml", "<project/>");
        write("tck/report/pom.xml", "<project/>");
        suite("BeanTest", "core", "/** S2, situation 1. */ @Test void works() {}");
        suite("ServletTest", "web", "/** Situation 4. */ @Test void works() {}");
        passedOn("weld", "BeanTest", "works");
        passedOn("server", "BeanTest", "works");
        passedOn("server", "ServletTest", "works");
    }

    void write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** The pom of a module that runs the suite in a container. */
    void runner(String name, String version) throws IOException {
        write(
                "tck/" + name + "/pom.xml",
                "<weld.version>1.0</weld.version><tck.container>The "
                        + name
                        + " "
                        + version
                        + "</tck.container>");
    }

    /** A runner that a build may leave out. */
    void optionalRunner(String name) throws IOException {
        write(
                "tck/pom.xml",
                Files.readString(root.resolve("tck/pom.xml"))
                        + "<profiles><module>"
                        + name
                        + "</module></profiles>");
        runner(name, "2.0");
    }

    /** A class of the suite. */
    void suite(String type, String tag, String members) throws IOException {
        source("tck/suite/src/main/java", type, "@Tag(\"" + tag + "\")", members);
    }

    private void source(String folder, String type, String members) throws IOException {
        source(folder, type, "", members);
    }

    private void source(String folder, String type, String annotation, String members)
            throws IOException {
        write(
                folder + "/" + type + ".java",
                "package sample;\n" + annotation + " class " + type + " {\n" + members + "\n}\n");
    }

    /** The report of a module on a class with one test. */
    private void report(String module, String type, String test) throws IOException {
        write(
                module + "/target/surefire-reports/TEST-sample." + type + ".xml",
                "<testsuite name='sample." + type + "'>" + test + "</testsuite>");
    }

    private void passed(String module, String type, String test) throws IOException {
        report(module, type, testCase(type, test, ""));
    }

    void passedOn(String runner, String type, String test) throws IOException {
        reportOn(runner, type, testCase(type, test, ""));
    }

    void reportOn(String runner, String type, String test) throws IOException {
        report("tck/" + runner, type, test);
    }

    static String testCase(String type, String test, String outcome) {
        return "<testcase name='%s' classname='sample.%s'>%s</testcase>"
                .formatted(test, type, outcome);
    }

    void delete(String path) throws IOException {
        Files.delete(root.resolve(path));
    }

    Coverage read() throws IOException {
        return readSince(Instant.EPOCH);
    }

    Coverage readSince(Instant since) throws IOException {
        return new Repository(root, since).read();
    }
}
