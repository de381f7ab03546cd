// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the documents ask for, beside what the tests of a build have shown.
 *
 * @param modules those with tests of their own
 * @param suite the tests that all runners run
 * @param runners a module for each container
 */
record Coverage(
        Requirements requirements,
        List<ModuleRun> modules,
        List<TestCase> suite,
        List<ModuleRun> runners) {
    private static final Set<String> GROUPS =
            new TreeSet<>(
                    Set.of(
                            "core",
                            "keys",
                            "async",
                            "transactions",
                            "validation",
                            "ejb",
                            "web",
                            "rest",
                            "telemetry",
                            "ear",
                            "ft"));

    /** Modules first, then runners. */
    Stream<ModuleRun> runs() {
        return Stream.concat(modules.stream(), runners.stream());
    }

    /** What is missing or does not fit together; nothing if the build has shown everything. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        runs().forEach(run -> problems.addAll(run.problems()));
        runners.forEach(runner -> problems.addAll(runner.problemsOfRunner()));
        for (TestCase test : suite) {
            if (test.tags().stream().noneMatch(GROUPS::contains)) {
                problems.add(test.simpleType() + " is in none of the groups " + GROUPS);
            }
        }
        List<String> ids = requirements.all().stream().map(Requirement::id).toList();
        runs().flatMap(run -> run.tests().stream())
                .forEach(
                        test ->
                                test.cited().stream()
                                        .filter(id -> !ids.contains(id))
                                        .map(id -> test.shortId() + " cites " + id)
                                        .map(cites -> cites + ", which does not exist")
                                        .forEach(problems::add));
        for (String id : requirements.notShownYet()) {
            if (!ids.contains(id)) {
                problems.add("\"Not shown yet\" names " + id + ", which does not exist");
            }
        }
        for (Requirement requirement : requirements.all()) {
            boolean isShown = runs().anyMatch(run -> !run.shown(requirement).isEmpty());
            boolean isExpected =
                    requirement.reasonNotToTest().isEmpty()
                            && !requirements.notShownYet().contains(requirement.id());
            if (isShown && !isExpected) {
                problems.add(requirement.label() + " is shown; situations.md says that it is not");
            } else if (!isShown && isExpected) {
                problems.add(requirement.label() + " has no test that passed");
            }
        }
        return problems.stream().distinct().toList();
    }
}
