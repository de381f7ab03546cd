// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a run might give: every figure is one that the tests of the reports look for. */
final class SampleFigures {

    private SampleFigures() {}

    static Figures figures() {
        Figures figures = new Figures();
        for (int threads : new int[] {1, 2, 4}) {
            add(figures, "ClockRead", threads, "nanoTime", 0, 25, 20, 30);
            add(figures, "AdmittedCall", threads, "ours", 0, 30, 26, 40);
            add(figures, "AdmittedCall", threads, "resilience4j", 40, 60, 78, 60);
            add(figures, "RejectedCall", threads, "ours", 0, 25, 20, 33);
            add(figures, "RejectedCall", threads, "resilience4j", 40, 250, 200, 330);
        }
        add(figures, "BeanCall", 1, "interceptorThatDoesNothing", 432, 150, 150, 150);
        add(figures, "BeanCall", 1, "oursAdmitted", 432, 180, 180, 180);
        add(figures, "BeanCall", 1, "smallRyeAdmitted", 1485, 900, 900, 900);
        add(figures, "ManyLimiters", 1, "ours 1", 0, 30, 30, 30);
        add(figures, "ManyLimiters", 1, "ours 100000", 0, 33, 33, 33);
        add(figures, "SmallStart", 1, "without", 80e6, 800e6, 800e6, 800e6);
        add(figures, "SmallStart", 1, "ours", 90e6, 850e6, 850e6, 850e6);
        figures.add(Reading.of(PendingCalls.class, "a call that waits", 486.6, "B"));
        figures.add(Reading.of(PendingCalls.class, "a call that waits", 490, "B"));
        figures.add(Reading.of(PendingCalls.class, "a call that waits", 480, "B"));
        return figures;
    }

    private static void add(
            Figures figures,
            String question,
            int threads,
            String name,
            double bytes,
            double... nanos) {
        for (double each : nanos) {
            figures.add(
                    new Subject(question, threads, name),
                    new Figures.Round(each, each * 0.9, bytes, bytes));
        }
    }

    static Map<String, String> machine() {
        Map<String, String> machine = new LinkedHashMap<>();
        machine.put("date", "2026-12-01");
        machine.put("cpu", "A \"fast\" one & more");
        machine.put("Resilience4j", "9.9.9");
        return machine;
    }
}
