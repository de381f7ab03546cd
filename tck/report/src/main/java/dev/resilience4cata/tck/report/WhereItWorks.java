// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import dev.resilience4cata.tck.report.TestReports.Outcome;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of situations and containers. Nothing in it changes from one run to the next; what a
 * build has left out stays as it is.
 */
final class WhereItWorks {
    private static final String ABOUT =
            """
            # Where it works

            Written by the build from the results of the [TCK](../../tck/README.md). What happens in each situation is in [the list of situations](../internals/situations.md).

            - *yes*: all tests of the situation pass.
            - *in part*: so do those that the container can run; it lacks what the others need, or the link says why they are left out.
            - *no*: the link says why.
            - —: the container lacks what the situation needs, for example enterprise beans.
            - *by unit tests*: the container plays no part in it.
            - *not tested*: the list of situations says why; or the container has only a few tests of its own.
            - *not shown yet*: the test is still missing.
            """;

    private final Coverage coverage;
    private final Tables before;

    /** Those that have run, and those that a build has left out but another has run. */
    private final List<ModuleRun> columns;

    private WhereItWorks(Coverage coverage, Tables before) {
        this.coverage = coverage;
        this.before = before;
        this.columns =
                coverage.runners().stream()
                        .filter(each -> !each.isLeftOut() || before.hasColumn(each.name()))
                        .toList();
    }

    /**
     * @param before the document that is there, for the containers that this build has left out
     */
    static String of(Coverage coverage, String before) {
        return ABOUT + new WhereItWorks(coverage, Tables.of(before)).tables();
    }

    private String tables() {
        StringBuilder text = new StringBuilder();
        String group = "";
        for (Requirement each : coverage.requirements().all()) {
            if (!each.isSituation()) {
                continue;
            }
            if (!each.group().equals(group)) {
                group = each.group();
                text.append("\n## ").append(group).append("\n\n");
                text.append(row("", "situation", columns.stream().map(ModuleRun::name)));
                text.append(row("---", "---", columns.stream().map(runner -> "---")));
            }
            text.append(
                    row(
                            each.id(),
                            each.situation(),
                            columns.stream().map(runner -> cell(each, runner))));
        }
        return text.toString();
    }

    private static String row(String id, String situation, Stream<String> cells) {
        return Stream.concat(Stream.of(id, situation), cells)
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private String cell(Requirement situation, ModuleRun runner) {
        if (runner.isLeftOut()) {
            return before.cell(situation.id(), runner.name()).orElse("not tested");
        }
        if (situation.reasonNotToTest().isPresent()) {
            return "not tested";
        }
        if (coverage.requirements().notShownYet().contains(situation.id())) {
            return "not shown yet";
        }
        if (coverage.runners().stream().allMatch(each -> each.of(situation).isEmpty())) {
            return "by unit tests";
        }
        List<TestCase> tests = runner.of(situation);
        if (tests.isEmpty() && !runner.tests().containsAll(coverage.suite())) {
            return "not tested";
        }
        if (tests.stream().anyMatch(test -> runner.outcome(test) == Outcome.FAILED)) {
            return "fails";
        }
        long passed = tests.stream().filter(runner::passed).count();
        String works = passed == tests.size() ? "yes" : "in part";
        String reasons =
                tests.stream()
                        .flatMap(test -> runner.exclusion(test).stream())
                        .map(each -> "[" + each.reason() + "](" + each.link() + ")")
                        .distinct()
                        .collect(Collectors.joining(", "));
        if (!reasons.isEmpty()) {
            return (passed == 0 ? "no" : works) + ": " + reasons;
        }
        return passed == 0 ? "—" : works;
    }
}
