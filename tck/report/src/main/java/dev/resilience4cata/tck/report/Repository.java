// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import dev.resilience4cata.tck.report.TestReports.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the repository has what the report is made of. */
final class Repository {
    private static final List<String> MODULES =
            List.of("api", "impl", "cdi-extension", "rest", "junit", "telemetry");
    private static final Pattern MODULE_OF_THE_TCK = Pattern.compile("<module>(.+?)</module>");
    private static final String PROFILES = "<profiles>";
    private static final Pattern CONTAINER =
            Pattern.compile("<tck.container>(.+?)</tck.container>");
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{(.+?)}");

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
        String modulesOfTheTck = Files.readString(root.resolve("tck/pom.xml"));
        int profiles = (modulesOfTheTck + PROFILES).indexOf(PROFILES);
        Matcher module = MODULE_OF_THE_TCK.matcher(modulesOfTheTck);
        while (module.find()) {
            String runner = "tck/" + module.group(1);
            Optional<String> container = container(runner);
            if (container.isEmpty()) {
                continue;
            }
            Map<String, Outcome> outcomes = reports(runner);
            List<TestCase> tests = new ArrayList<>();
            if (outcomes.isEmpty() || suite.stream().anyMatch(t -> outcomes.containsKey(t.id()))) {
                tests.addAll(suite);
            }
            Path ownTests = root.resolve(runner + "/src/test/java");
            if (Files.isDirectory(ownTests)) {
                tests.addAll(TestSources.read(ownTests));
            }
            runners.add(
                    new ModuleRun(
                            runner,
                            container.get(),
                            module.start() > profiles,
                            tests,
                            outcomes,
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
                false,
                TestSources.read(root.resolve(module).resolve(sources)),
                reports(module),
                List.of());
    }

    private Map<String, Outcome> reports(String module) throws IOException {
        return TestReports.read(root.resolve(module + "/target"), since);
    }

    /** The container that a runner names in its pom; nothing if the module is no runner. */
    private Optional<String> container(String module) throws IOException {
        String pom = Files.readString(root.resolve(module).resolve("pom.xml"));
        Matcher container = CONTAINER.matcher(pom);
        if (!container.find()) {
            return Optional.empty();
        }
        return Optional.of(
                resolve(container.group(1), pom + Files.readString(root.resolve("pom.xml"))));
    }

    /** Replaces properties by the values in the poms, of which the first counts. */
    private static String resolve(String text, String poms) {
        return PROPERTY.matcher(text).replaceAll(match -> value(match.group(1), poms));
    }

    private static String value(String property, String poms) {
        Matcher value = Pattern.compile("<" + property + ">(.+?)</" + property + ">").matcher(poms);
        if (!value.find()) {
            throw new IllegalArgumentException("No pom.xml has the property " + property);
        }
        return resolve(value.group(1), poms);
    }
}
