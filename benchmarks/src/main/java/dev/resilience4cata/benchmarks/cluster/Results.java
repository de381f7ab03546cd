// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What the runs gave, by cell and contender. Not safe for use by several threads. */
final class Results {

    /** The median over the runs, and the extremes. */
    record Spread(double median, double least, double most) {}

    private final Map<Cell, Map<Contender, List<Run>>> runs = new TreeMap<>();

    void add(Cell cell, Contender contender, Run run) {
        runs.computeIfAbsent(cell, any -> new TreeMap<>())
                .computeIfAbsent(contender, any -> new ArrayList<>())
                .add(run);
    }

    Set<Cell> cells() {
        return runs.keySet();
    }

    /** The runs of one contender in one cell; none if it was not measured. */
    List<Run> runs(Cell cell, Contender contender) {
        return runs.getOrDefault(cell, Map.of()).getOrDefault(contender, List.of());
    }

    /** All runs of one contender. */
    List<Run> runs(Contender contender) {
        return cells().stream().flatMap(cell -> runs(cell, contender).stream()).toList();
    }

    /** One figure of all runs of one contender in one cell, of which there must be one. */
    Spread spread(Cell cell, Contender contender, ToDoubleFunction<Run> figure) {
        double[] sorted = runs(cell, contender).stream().mapToDouble(figure).sorted().toArray();
        int half = sorted.length / 2;
        double median =
                sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
