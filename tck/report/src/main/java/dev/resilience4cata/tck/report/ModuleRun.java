// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import dev.resilience4cata.tck.report.TestReports.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tests of a module, and what became of them in this build. A runner has the tests of the
 * suite, and may have some of its own; or only these.
 *
 * @param folder the module
 * @param name the module, or the container that a runner runs the suite in
 * @param isOptional whether a build may leave it out
 */
record ModuleRun(
        String folder,
        String name,
        boolean isOptional,
        List<TestCase> tests,
        Map<String, Outcome> outcomes,
        List<Exclusion> exclusions) {

    boolean isLeftOut() {
        return isOptional && outcomes.isEmpty();
    }

    /** A test that did not run counts as skipped. */
    Outcome outcome(TestCase test) {
        return outcomes.getOrDefault(test.id(), Outcome.SKIPPED);
    }

    boolean passed(TestCase test) {
        return outcome(test) == Outcome.PASSED;
    }

    /** The tests that cite a requirement. */
    List<TestCase> of(Requirement requirement) {
        return tests.stream().filter(test -> test.cited().contains(requirement.id())).toList();
    }

    /** Those of them that passed. */
    List<TestCase> shown(Requirement requirement) {
        return of(requirement).stream().filter(this::passed).toList();
    }

    private boolean ran(TestCase test) {
        return outcome(test) != Outcome.SKIPPED;
    }

    Optional<Exclusion> exclusion(TestCase test) {
        return exclusions.stream().filter(each -> each.excludes(test)).findFirst();
    }

    /** What does not fit together. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (isLeftOut()) {
            return problems;
        }
        if (outcomes.isEmpty()) {
            problems.add(folder + " has no test report of this build; run all modules: mvn verify");
            return problems;
        }
        Set<String> unknown = new TreeSet<>(outcomes.keySet());
        tests.forEach(test -> unknown.remove(test.id()));
        for (String test : unknown) {
            problems.add(folder + " reports " + test + ", which is not in the sources");
        }
        for (Exclusion exclusion : exclusions) {
            problemOf(exclusion)
                    .ifPresent(
                            problem ->
                                    problems.add(
                                            folder
                                                    + "/exclusions.txt: "
                                                    + exclusion.test()
                                                    + " "
                                                    + problem));
        }
        return problems;
    }

    private Optional<String> problemOf(Exclusion exclusion) {
        Optional<TestCase> test = tests.stream().filter(exclusion::excludes).findFirst();
        if (test.isEmpty()) {
            return Optional.of("is no test");
        }
        if (exclusion.reason().isEmpty() || exclusion.link().isEmpty()) {
            return Optional.of("needs comment lines with a reason and a link above it");
        }
        return ran(test.get()) ? Optional.of("was run nevertheless") : Optional.empty();
    }

    /** What does not fit together if the module is a runner. */
    List<String> problemsOfRunner() {
        List<String> problems = new ArrayList<>();
        Set<Set<String>> groups = new HashSet<>();
        tests.stream().filter(this::ran).forEach(test -> groups.add(test.tags()));
        for (TestCase test : tests) {
            if (!ran(test) && groups.contains(test.tags()) && exclusion(test).isEmpty()) {
                problems.add(
                        folder
                                + " did not run "
                                + test.shortId()
                                + "; exclude it in exclusions.txt, with a reason and a link");
            }
        }
        return problems;
    }
}
