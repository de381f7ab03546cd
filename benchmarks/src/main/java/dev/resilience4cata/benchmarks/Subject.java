// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.Comparator;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What was measured, in the order of tables. Immutable, so safe to share between threads.
 *
 * @param question the class of the benchmark
 * @param threads that call at the same time
 * @param name the method of the benchmark, followed by its parameter if it has one
 */
record Subject(String question, int threads, String name) implements Comparable<Subject> {

    private static final Comparator<Subject> ORDER =
            Comparator.comparing(Subject::question)
                    .thenComparing(Subject::threads)
                    .thenComparing(Subject::name);

    static Subject of(BenchmarkParams benchmark) {
        String path = benchmark.getBenchmark();
        int end = path.lastIndexOf('.');
        String parameters =
                benchmark.getParamsKeys().stream()
                        .map(key -> " " + benchmark.getParam(key))
                        .collect(Collectors.joining());
        return new Subject(
                path.substring(path.lastIndexOf('.', end - 1) + 1, end),
                benchmark.getThreads(),
                path.substring(end + 1) + parameters);
    }

    Subject beside(String otherName) {
        return new Subject(question, threads, otherName);
    }

    Subject beside(String otherQuestion, String otherName) {
        return new Subject(otherQuestion, threads, otherName);
    }

    /** The method without the parameter. */
    String method() {
        int end = name.indexOf(' ');
        return end < 0 ? name : name.substring(0, end);
    }

    @Override
    public int compareTo(Subject other) {
        return ORDER.compare(this, other);
    }
}
