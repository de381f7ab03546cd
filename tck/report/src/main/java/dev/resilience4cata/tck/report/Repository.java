// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the repository has what the report is made of. */
final class Repository {
    private static final List<String> MODULES = List.of("api", "impl", "cdi-extension", "junit");
    private static final Pattern MODULE_OF_THE_TCK = Pattern.compile("<module>(.+?)</module>");
    private static final String PARENT = "<packaging>pom</packaging>";
    private static final Set<String> NO_RUNNERS = Set.of("tck/suite", "tck/report");

    private final Path root;
    private final Instant since;

    /**
     * @param root the folder of the repository
     * @param since when the build began; older test reports do not count
     */
    Repository(Path root, Instant since) {
        this.root = root;
        this.since = since;
    }

    /** Reads documents, sources and test reports. */
    Coverage read() throws IOException {
        List<ModuleRun> modules = new ArrayList<>();
        for (String module : MODULES) {
            modules.add(module(module, "src/test/java"));
        }
        modules.add(module("stress", "src/main/java"));
        List<TestCase> suite = TestSources.read(root.resolve("tck/suite/src/main/java"));
        List<ModuleRun> runners = new ArrayList<>();
        for (String runner : runners()) {
            TestReports reports = reports(runner);
            List<TestCase> tests = new ArrayList<>(suite);
            Path ownTests = root.resolve(runner + "/src/test/java");
            if (Files.isDirectory(ownTests)) {
                tests.addAll(TestSources.read(ownTests));
            }
            runners.add(
                    new ModuleRun(
                            runner,
                            reports.container().orElse(runner),
                            tests,
                            reports.outcomes(),
                            Exclusion.read(root.resolve(runner + "/exclusions.txt"))));
        }
        Requirements requirements =
                Requirements.read(
                        root.resolve("docs/internals/semantics.md"),
                        root.resolve("docs/internals/situations.md"));
        return new Coverage(requirements, modules, suite, runners);
    }

    private ModuleRun module(String module, String sources) throws IOException {
        return new ModuleRun(
                module,
                module,
                TestSources.read(root.resolve(module).resolve(sources)),
                reports(module).outcomes(),
                List.of());
    }

    private TestReports reports(String module) throws IOException {
        return TestReports.read(root.resolve(module + "/target"), since);
    }

    /** All modules of the TCK but the suite, the report, and parents. */
    private List<String> runners() throws IOException {
        List<String> runners = new ArrayList<>();
        Matcher module = MODULE_OF_THE_TCK.matcher(Files.readString(root.resolve("tck/pom.xml")));
        while (module.find()) {
            String folder = "tck/" + module.group(1);
            if (!NO_RUNNERS.contains(folder)
                    && !Files.readString(root.resolve(folder + "/pom.xml")).contains(PARENT)) {
                runners.add(folder);
            }
        }
        return runners;
    }
}
