// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.Locale;
import java.util.Optional;

/**
 * What a harness beside JMH measured. Immutable, so safe to share between threads.
 *
 * @param question the class of the harness
 * @param what what was measured
 * @param value how much
 * @param unit of the value; empty if it is a number of things
 */
record Reading(String question, String what, double value, String unit) {

    private static final String MARK = "reading";

    static Reading of(Class<?> question, String what, double value, String unit) {
        return new Reading(question.getSimpleName(), what, value, unit);
    }

    /** Writes a line that {@link #parse} knows, for the process that started the harness. */
    void print() {
        System.out.printf(Locale.ROOT, "%s\t%s\t%s\t%.6g\t%s%n", MARK, question, what, value, unit);
    }

    /** The reading of a line of output; empty if it is another line. */
    static Optional<Reading> parse(String line) {
        String[] parts = line.split("\t", -1);
        return parts.length == 5 && parts[0].equals(MARK)
                ? Optional.of(
                        new Reading(parts[1], parts[2], Double.parseDouble(parts[3]), parts[4]))
                : Optional.empty();
    }
}
