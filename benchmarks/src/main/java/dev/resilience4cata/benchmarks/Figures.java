// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.util.ListStatistics;

/**
 * What several rounds of the same benchmarks and harnesses gave. Ratios are formed inside a round.
 * Not safe for use by several threads.
 */
final class Figures {

    /**
     * What one JVM gave.
     *
     * @param nanos per call, the median of the iterations
     * @param fastest nanoseconds per call of the fastest iteration, which a busy machine distorts
     *     least
     * @param bytes per call, the median of the iterations
     * @param leastBytes per call of the iteration that allocated least: code that is not compiled
     *     yet allocates more, and on a busy machine it takes long to be
     */
    record Round(double nanos, double fastest, double bytes, double leastBytes) {}

    /** The median over the rounds, and the extremes. */
    record Spread(double median, double least, double most) {}

    private final Map<Subject, List<Round>> rounds = new TreeMap<>();

    /** By question and what was measured, in the order in which they came first. */
    private final Map<String, List<Reading>> readings = new LinkedHashMap<>();

    /** Adds the next round of a subject. */
    void add(Subject subject, Round round) {
        rounds.computeIfAbsent(subject, any -> new ArrayList<>()).add(round);
    }

    /** Adds what a harness measured in the next round. */
    void add(Reading reading) {
        readings.computeIfAbsent(reading.question() + " " + reading.what(), a -> new ArrayList<>())
                .add(reading);
    }

    Set<Subject> subjects() {
        return rounds.keySet();
    }

    boolean has(Subject subject) {
        return rounds.containsKey(subject);
    }

    double nanos(Subject subject) {
        return spread(rounds(subject), Round::nanos).median();
    }

    double fastest(Subject subject) {
        return spread(rounds(subject), Round::fastest).least();
    }

    double bytes(Subject subject) {
        return spread(rounds(subject), Round::bytes).median();
    }

    double leastBytes(Subject subject) {
        return spread(rounds(subject), Round::leastBytes).least();
    }

    /** How often one takes the time of the other; empty if one of them was not measured. */
    Optional<Spread> ratio(Subject subject, Subject base) {
        if (!has(subject) || !has(base)) {
            return Optional.empty();
        }
        List<Round> each = rounds(subject);
        List<Round> bases = rounds(base);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(each.size(), bases.size()); i++) {
            ratios.add(each.get(i).nanos() / bases.get(i).nanos());
        }
        return Optional.of(spread(ratios, ratio -> ratio));
    }

    private List<Round> rounds(Subject subject) {
        List<Round> found = rounds.get(subject);
        if (found == null) {
            throw new IllegalArgumentException(subject + " was not measured");
        }
        return found;
    }

    /** One reading for each thing that harnesses measured, the median over the rounds. */
    List<Reading> readings() {
        return readings.values().stream()
                .map(
                        each ->
                                new Reading(
                                        each.get(0).question(),
                                        each.get(0).what(),
                                        spread(each, Reading::value).median(),
                                        each.get(0).unit()))
                .toList();
    }

    /** A median of the readings; empty if it was not measured. */
    Optional<Reading> reading(Class<?> question, String what) {
        return readings().stream()
                .filter(each -> each.question().equals(question.getSimpleName()))
                .filter(each -> each.what().equals(what))
                .findFirst();
    }

    private static <T> Spread spread(List<T> values, ToDoubleFunction<T> figure) {
        ListStatistics statistics = new ListStatistics();
        values.forEach(value -> statistics.addValue(figure.applyAsDouble(value)));
        return new Spread(statistics.getPercentile(50), statistics.getMin(), statistics.getMax());
    }
}
