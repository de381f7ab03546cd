// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What several rounds of the same benchmarks gave. A round counts with the median of its
 * iterations; ratios are formed inside a round.
 */
final class Comparison {

    private static final String BYTES_PER_CALL = "gc.alloc.rate.norm";

    /** What the harness itself allocates, spread over the calls, is far less than one byte. */
    private static final double NOTHING = 0.5;

    /** A benchmark with a number of threads, in the order of the table. */
    private record Subject(String question, int threads, String name)
            implements Comparable<Subject> {

        private static final Comparator<Subject> ORDER =
                Comparator.comparing(Subject::question)
                        .thenComparing(Subject::threads)
                        .thenComparing(Subject::name);

        static Subject of(RunResult result) {
            String path = result.getParams().getBenchmark();
            int end = path.lastIndexOf('.');
            return new Subject(
                    path.substring(path.lastIndexOf('.', end - 1) + 1, end),
                    result.getParams().getThreads(),
                    path.substring(end + 1));
        }

        Subject beside(String otherQuestion, String otherName) {
            return new Subject(otherQuestion, threads, otherName);
        }

        @Override
        public int compareTo(Subject other) {
            return ORDER.compare(this, other);
        }
    }

    /** The results of each benchmark, one a round. */
    private final Map<Subject, List<RunResult>> rounds = new TreeMap<>();

    /** Adds results of the next round. */
    void add(Collection<RunResult> results) {
        for (RunResult result : results) {
            rounds.computeIfAbsent(Subject.of(result), subject -> new ArrayList<>()).add(result);
        }
    }

    /** The rounds of each benchmark as the forks of one run. */
    List<RunResult> results() {
        return rounds.values().stream()
                .map(
                        each ->
                                new RunResult(
                                        each.get(0).getParams(),
                                        each.stream()
                                                .flatMap(r -> r.getBenchmarkResults().stream())
                                                .toList()))
                .toList();
    }

    /** A table in Markdown: medians over the rounds, and the extremes of the ratios. */
    void printTo(PrintStream out) {
        out.println("| question | threads | subject | ns/call | B/call | × nanoTime | × ours |");
        out.println("| --- | ---: | --- | ---: | ---: | ---: | ---: |");
        rounds.forEach(
                (subject, each) ->
                        out.printf(
                                "| %s | %d | %s | %.1f | %.1f | %s | %s |%n",
                                subject.question(),
                                subject.threads(),
                                subject.name(),
                                median(each, Comparison::nanos),
                                median(each, Comparison::bytes),
                                ratio(each, subject.beside("ClockRead", "nanoTime")),
                                ratio(each, subject.beside(subject.question(), "ours"))));
    }

    /** The calls that allocate although they must not. */
    List<String> brokenPromises() {
        List<String> broken = new ArrayList<>();
        rounds.forEach(
                (subject, each) -> {
                    double bytes = median(each, Comparison::bytes);
                    double allowed = allowedBytes(subject);
                    if (bytes > allowed) {
                        broken.add(
                                "%s.%s, threads: %d: %.1f B per call, allowed are %.1f"
                                        .formatted(
                                                subject.question(),
                                                subject.name(),
                                                subject.threads(),
                                                bytes,
                                                allowed));
                    }
                });
        return broken;
    }

    private double allowedBytes(Subject subject) {
        if (subject.question().endsWith("Start")) {
            return Double.POSITIVE_INFINITY;
        }
        if (subject.name().equals("ours") || subject.name().equals("wrapper")) {
            return NOTHING;
        }
        List<RunResult> bare =
                rounds.get(subject.beside(subject.question(), "interceptorThatDoesNothing"));
        return subject.name().equals("oursAdmitted") && bare != null
                ? median(bare, Comparison::bytes) + NOTHING
                : Double.POSITIVE_INFINITY;
    }

    private String ratio(List<RunResult> each, Subject base) {
        List<RunResult> bases = rounds.get(base);
        if (bases == null) {
            return "";
        }
        ListStatistics ratios = new ListStatistics();
        for (int round = 0; round < each.size(); round++) {
            ratios.addValue(nanos(each.get(round)) / nanos(bases.get(round)));
        }
        return "%.2f (%.2f–%.2f)"
                .formatted(ratios.getPercentile(50), ratios.getMin(), ratios.getMax());
    }

    private static double median(List<RunResult> rounds, ToDoubleFunction<RunResult> figure) {
        ListStatistics figures = new ListStatistics();
        rounds.forEach(round -> figures.addValue(figure.applyAsDouble(round)));
        return figures.getPercentile(50);
    }

    private static double nanos(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static double bytes(RunResult result) {
        Result<?> bytes = requireNonNull(result.getSecondaryResults().get(BYTES_PER_CALL));
        return bytes.getStatistics().getPercentile(50);
    }
}
