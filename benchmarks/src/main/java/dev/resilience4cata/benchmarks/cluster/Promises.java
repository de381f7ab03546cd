// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What must hold of ours on every machine, however busy. */
final class Promises {

    /**
     * Several times what a quiet machine shows. Redis counts the time from the beginning to the end
     * of a command, even if others use the processor meanwhile, so only the best run counts.
     */
    private static final double COMMAND_MICROS = 40;

    /** Of what may pass, or of what came: a limiter that refuses everything keeps the limit too. */
    private static final double ADMITTED = 0.9;

    /** Which part of its burst a limiter with leases may admit too much. */
    private static final int PARTS_OF_BURST = 5;

    private Promises() {}

    /** A line for each promise that is broken. */
    static List<String> broken(Results results) {
        List<String> broken = new ArrayList<>();
        for (Cell cell : results.cells()) {
            for (Contender contender : Contender.values()) {
                for (Run run : results.runs(cell, contender)) {
                    check(run.failed() == 0, cell, contender, "failed: " + run.failed(), broken);
                }
            }
            for (Run run : results.runs(cell, Contender.OURS)) {
                checkOurs(cell, Contender.OURS, 0, run, broken);
                if (!cell.limited() && cell.threads() == 1) {
                    String commands = format("%.4f commands for a decision", run.sentEach());
                    boolean exactly = run.sent() == run.decisions();
                    check(exactly, cell, Contender.OURS, commands, broken);
                }
            }
            for (Run run : results.runs(cell, Contender.LEASES)) {
                int held = cell.limit().permits() / PARTS_OF_BURST;
                checkOurs(cell, Contender.LEASES, held, run, broken);
            }
        }
        results.runs(Contender.OURS).stream()
                .mapToDouble(Run::commandMicrosEach)
                .min()
                .ifPresent(
                        micros -> {
                            if (micros > COMMAND_MICROS) {
                                broken.add(format("ours: %.1f us in Redis for a decision", micros));
                            }
                        });
        return broken;
    }

    private static void checkOurs(
            Cell cell, Contender contender, int tooMany, Run run, List<String> broken) {
        String commands = format("%.4f commands for a decision", run.sentEach());
        String excess = format("%.1f calls too many", run.excess());
        double due = Math.min(run.allowed(), (double) run.decisions());
        String share = format("%d were admitted of %.0f calls", run.granted(), due);
        check(run.sent() <= run.decisions(), cell, contender, commands, broken);
        check(run.excess() <= tooMany, cell, contender, excess, broken);
        if (cell.limited() && cell.keys() == 1) {
            check(run.granted() >= ADMITTED * due, cell, contender, share, broken);
        }
    }

    private static void check(
            boolean kept, Cell cell, Contender contender, String what, List<String> broken) {
        if (!kept) {
            broken.add(cell + ", " + contender.label() + ": " + what);
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a jar of Error Prone
    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
