// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.util.Map;
import java.util.TreeMap;

/** Every sentence and situation with the tests that check it, and where these have passed. */
final class CoverageReport {
    private CoverageReport() {}

    static String of(Coverage coverage) {
        StringBuilder text =
                new StringBuilder(
                        """
                        # What the tests check

                        Each sentence of `docs/internals/semantics.md` and each situation of `docs/internals/situations.md`, with the tests that cite it and where they have passed in this build.
                        """);
        String group = "";
        for (Requirement requirement : coverage.requirements().all()) {
            if (!requirement.group().equals(group)) {
                group = requirement.group();
                text.append("\n## ").append(group).append("\n\n");
            }
            text.append("- **").append(requirement.id()).append("** ");
            if (requirement.isSituation()) {
                text.append(requirement.situation()).append(": ");
            }
            text.append(requirement.text()).append('\n');
            Map<String, String> tests = shown(coverage, requirement);
            tests.forEach((test, where) -> text.append("  - `" + test + "`: " + where + "\n"));
            if (tests.isEmpty()) {
                text.append("  - no test\n");
            }
        }
        return text.toString();
    }

    /** The tests that show it, each with where it has passed. */
    private static Map<String, String> shown(Coverage coverage, Requirement requirement) {
        Map<String, String> shown = new TreeMap<>();
        coverage.runs()
                .forEach(
                        run -> {
                            for (TestCase test : run.shown(requirement)) {
                                shown.merge(
                                        test.shortId(),
                                        run.name(),
                                        (before, also) -> before + ", " + also);
                            }
                        });
        return shown;
    }
}
