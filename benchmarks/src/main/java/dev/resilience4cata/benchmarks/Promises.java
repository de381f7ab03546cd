// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What must hold on every machine, however busy: calls that must not allocate do not, and times are
 * not out of all proportion. Bytes are those of the iterations with the fewest, times those of the
 * fastest, and the bounds of times leave a factor of two and more to what a quiet machine shows, so
 * that only a change of the code breaks them.
 */
final class Promises {

    /** What the harness itself allocates, spread over the calls, is far less than one byte. */
    private static final double NOTHING = 0.5;

    private static final String NOTHING_INTERCEPTOR = "interceptorThatDoesNothing";

    private final Figures figures;
    private final List<String> broken = new ArrayList<>();

    private Promises(Figures figures) {
        this.figures = figures;
    }

    /** A line for each promise that is broken. */
    static List<String> broken(Figures figures) {
        Promises promises = new Promises(figures);
        for (Subject subject : figures.subjects()) {
            promises.checkBytes(subject);
            promises.checkTime(subject);
        }
        promises.checkHeap(IdleHeap.class, IdleHeap.NEVER_CALLED, 200);
        promises.checkHeap(PendingCalls.class, PendingCalls.WAITING, 500);
        return promises.broken;
    }

    /** What objects take does not depend on who else uses the machine. */
    private void checkHeap(Class<?> question, String what, double allowed) {
        figures.reading(question, what)
                .filter(each -> each.value() >= allowed)
                .ifPresent(
                        each ->
                                broken.add(
                                        String.format(
                                                Locale.ROOT,
                                                "%s, %s: %.1f B of heap, allowed are less than %.0f",
                                                question.getSimpleName(),
                                                what,
                                                each.value(),
                                                allowed)));
    }

    private void checkBytes(Subject subject) {
        double allowed = allowedBytes(subject);
        double bytes = figures.leastBytes(subject);
        if (bytes > allowed) {
            broken.add(
                    String.format(
                            Locale.ROOT,
                            "%s.%s, threads: %d: %.1f B per call, allowed are %.1f",
                            subject.question(),
                            subject.name(),
                            subject.threads(),
                            bytes,
                            allowed));
        }
    }

    private double allowedBytes(Subject subject) {
        if (subject.question().endsWith("Start") || subject.question().equals("WaitingCall")) {
            return Double.POSITIVE_INFINITY;
        }
        if (subject.question().equals("MeasuredCall")) {
            return NOTHING;
        }
        Subject bare = subject.beside(NOTHING_INTERCEPTOR);
        return switch (subject.method()) {
            case "ours", "wrapper", "byId" -> NOTHING;
            case "oursAdmitted" ->
                    figures.has(bare)
                            ? figures.leastBytes(bare) + NOTHING
                            : Double.POSITIVE_INFINITY;
            default -> Double.POSITIVE_INFINITY;
        };
    }

    private void checkTime(Subject subject) {
        Subject clock = subject.beside("ClockRead", "nanoTime");
        switch (subject.question() + "." + subject.method()) {
            // 1.3 on a quiet machine; with more threads it is the machine that decides.
            case "AdmittedCall.ours" ->
                    requireAtMost(subject.threads() == 1 ? 3 : 12, subject, clock);
            // 1.1 on a quiet machine, whatever the number of threads.
            case "RejectedCall.ours" -> requireAtMost(3, subject, clock);
            // 1: it must not depend on how many there are.
            case "ManyLimiters.ours", "BesideWaiters.ours" -> requireAtMost(3, subject, clock);
            // 1 on a quiet machine: the key costs a look-up in a map.
            case "KeyedCall.ours" ->
                    requireAtMost(
                            3,
                            subject,
                            subject.beside(subject.name().replace("ours", "mapOfLimiters")));
            // Less than a third on a quiet machine; but this is much code, which takes long to be
            // compiled while others use the machine.
            case "BeanCall.oursAdmitted" ->
                    requireAtMost(3, subject, subject.beside("smallRyeAdmitted"));
            case "BeanCall.oursRejected" ->
                    requireAtMost(3, subject, subject.beside("smallRyeRejected"));
            default -> {}
        }
    }

    private void requireAtMost(double allowed, Subject subject, Subject base) {
        if (!figures.has(base)) {
            return;
        }
        double ratio = figures.fastest(subject) / figures.fastest(base);
        if (ratio > allowed) {
            broken.add(
                    String.format(
                            Locale.ROOT,
                            "%s.%s, threads: %d: %.2f × %s.%s by the fastest iterations, allowed is"
                                    + " %.1f ×",
                            subject.question(),
                            subject.name(),
                            subject.threads(),
                            ratio,
                            base.question(),
                            base.name(),
                            allowed));
        }
    }
}
