// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.benchmarks.Figures.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was set as a target, beside what was measured. */
final class Targets {

    /**
     * One row.
     *
     * @param id as the issues call it
     * @param target what it says
     * @param measured figures, and whether they meet it; or that it was not measured
     */
    record Row(String id, String target, String measured) {}

    private static final String NOT_MEASURED = "not measured in this run";

    /** Microseconds by which two medians of sleeps differ from run to run. */
    private static final double ACCURACY = 1;

    private static final List<String> PEERS =
            List.of("resilience4j", "bucket4j", "guava", "failsafe", "smallRye");

    private final Figures figures;
    private final List<Row> rows = new ArrayList<>();

    private Targets(Figures figures) {
        this.figures = figures;
    }

    static List<Row> of(Figures figures) {
        Targets targets = new Targets(figures);
        targets.direct();
        targets.beans();
        targets.registry();
        targets.starts();
        targets.flat();
        targets.waiting();
        return targets.rows;
    }

    private void direct() {
        Subject admitted = new Subject("AdmittedCall", 1, "ours");
        add("P1", "admitted, 1 thread: at most 1.25 × `nanoTime()`, 0 B", toClock(admitted, 1.25));
        for (int threads : new int[] {1, 2, 4}) {
            add(
                    "P2",
                    "rejected, threads: " + threads + ": at most 1.1 × `nanoTime()`, 0 B",
                    toClock(new Subject("RejectedCall", threads, "ours"), 1.1));
        }
        add("P3", "admitted, 2 threads: at most 0.45 × Resilience4j, 0 B", toPeer(2, 0.45));
        add("P3", "admitted, 4 threads: at most 0.8 × Resilience4j, 0 B", toPeer(4, 0.8));
        add("P4", "ahead of every peer, admitted and rejected, on 1, 2 and 4 threads", ahead());
    }

    private String toClock(Subject ours, double allowed) {
        return withoutBytes(ours, ours.beside("ClockRead", "nanoTime"), allowed);
    }

    /** In at most so many times of another, and without allocation. */
    private String withoutBytes(Subject ours, Subject base, double allowed) {
        return figures.ratio(ours, base)
                .map(
                        ratio ->
                                format(
                                        "%s: %s, %.0f B",
                                        verdict(
                                                ratio.median() <= allowed
                                                        && figures.bytes(ours) < 0.5),
                                        spread(ratio),
                                        figures.bytes(ours)))
                .orElse(NOT_MEASURED);
    }

    private String toPeer(int threads, double allowed) {
        Subject ours = new Subject("AdmittedCall", threads, "ours");
        return withoutBytes(ours, ours.beside("resilience4j"), allowed);
    }

    private String ahead() {
        int compared = 0;
        List<String> behind = new ArrayList<>();
        for (String question : List.of("AdmittedCall", "RejectedCall")) {
            for (int threads : new int[] {1, 2, 4}) {
                Subject ours = new Subject(question, threads, "ours");
                for (String peer : PEERS) {
                    Optional<Spread> ratio = figures.ratio(ours.beside(peer), ours);
                    if (ratio.isPresent()) {
                        compared++;
                        if (ratio.get().median() <= 1) {
                            behind.add(peer + " in " + question + ", threads: " + threads);
                        }
                    }
                }
            }
        }
        if (compared == 0) {
            return NOT_MEASURED;
        }
        return behind.isEmpty()
                ? "met in all " + compared + " comparisons"
                : "missed against " + String.join("; ", behind) + ", of " + compared;
    }

    private void beans() {
        Subject ours = new Subject("BeanCall", 1, "oursAdmitted");
        Subject bare = ours.beside("interceptorThatDoesNothing");
        Subject clock = ours.beside("ClockRead", "nanoTime");
        boolean measured = figures.has(ours) && figures.has(bare) && figures.has(clock);
        String above = NOT_MEASURED;
        if (measured) {
            double nanos = figures.nanos(ours) - figures.nanos(bare);
            double allowed = figures.nanos(clock) + 15;
            double bytes = figures.bytes(ours) - figures.bytes(bare);
            above =
                    format(
                            "%s: %.0f ns above, allowed %.0f; %.0f B",
                            verdict(nanos <= allowed && bytes < 0.5), nanos, allowed, bytes);
        }
        add(
                "P5",
                "through Weld: at most one `nanoTime()` + 15 ns above an interceptor that does"
                        + " nothing, 0 B above it",
                above);
        Subject smallRye = ours.beside("smallRyeAdmitted");
        add(
                "P5",
                "at most a third of SmallRye's `@RateLimit` in time and bytes",
                figures.ratio(ours, smallRye)
                        .map(ratio -> inTimeAndBytes(ratio, ours, smallRye))
                        .orElse(NOT_MEASURED));
        Subject rejected = ours.beside("oursRejected");
        add(
                "P5",
                "a rejection at most a tenth of SmallRye's",
                judge(figures.ratio(rejected, ours.beside("smallRyeRejected")), 0.1)
                                .orElse(NOT_MEASURED)
                        + figures.ratio(rejected, ours.beside("interceptorThatThrows"))
                                .map(each -> "; to an interceptor that only throws " + spread(each))
                                .orElse(""));
    }

    private void registry() {
        add(
                "P6",
                "an idle limiter: less than 200 B of heap",
                reading(IdleHeap.class, IdleHeap.NEVER_CALLED, 200)
                        + figures.reading(IdleHeap.class, IdleHeap.CALLED)
                                .map(each -> format(", after a first call %.0f B", each.value()))
                                .orElse(""));
        Subject creation = new Subject("Creation", 1, "hundredThousand");
        add("P6", "100 000 limiters are created in under a second", millis(creation, 1000));
        add(
                "P6",
                "a registry snapshot of 100 000 in under 100 ms",
                millis(new Subject("ManyLimiters", 1, "snapshot 100000"), 100));
    }

    private String millis(Subject subject, double allowed) {
        if (!figures.has(subject)) {
            return NOT_MEASURED;
        }
        double millis = figures.nanos(subject) / 1e6;
        return format("%s: %.0f ms", verdict(millis < allowed), millis);
    }

    private void starts() {
        Subject large = new Subject("LargeStart", 1, "ours");
        add(
                "P7",
                "the start of Weld with 5000 beans, 100 of them limited: less than 5 % more",
                judge(figures.ratio(large, large.beside("without")), 1.05).orElse(NOT_MEASURED));
        Subject small = new Subject("SmallStart", 1, "ours");
        Subject bare = small.beside("without");
        String more = NOT_MEASURED;
        if (figures.has(small) && figures.has(bare)) {
            double millis = (figures.nanos(small) - figures.nanos(bare)) / 1e6;
            more = format("%s: %.0f ms more", verdict(millis < 20), millis);
        }
        add("P7", "a small start, 50 beans, one of them limited: less than 20 ms more", more);
    }

    private void flat() {
        Subject limiters = new Subject("ManyLimiters", 1, "ours 100000");
        Subject waiters = new Subject("BesideWaiters", 1, "ours 100000");
        Subject cancelled = new Subject("BesideWaiters", 1, "waitsAndGivesUpAfterOthers 100000");
        add(
                "P8",
                "a call beside 100 000 limiters, × one",
                ratio(limiters, limiters.beside("ours 1")));
        add(
                "P8",
                "a call beside 100 000 that wait, × none",
                ratio(waiters, waiters.beside("ours 0")));
        add(
                "P8",
                "a call that waits and gives up after 100 000 others did, × none",
                ratio(cancelled, cancelled.beside("waitsAndGivesUpAfterOthers 0")));
    }

    private String ratio(Subject subject, Subject base) {
        return figures.ratio(subject, base).map(Targets::spread).orElse(NOT_MEASURED);
    }

    private String inTimeAndBytes(Spread ratio, Subject ours, Subject base) {
        double bytes = figures.bytes(ours) / figures.bytes(base);
        return format(
                "%s: %s, %.2f × in bytes",
                verdict(ratio.median() <= 1 / 3.0 && bytes <= 1 / 3.0), spread(ratio), bytes);
    }

    private void waiting() {
        add(
                "P9",
                "10 000 virtual threads at 5000 permits per second: throughput within 2 %",
                figures.reading(VirtualThreads.class, VirtualThreads.RATE)
                        .map(
                                each ->
                                        format(
                                                "%s: %.3f × 5000/s",
                                                verdict(Math.abs(each.value() - 1) <= 0.02),
                                                each.value()))
                        .orElse(NOT_MEASURED));
        add("P9", "no carrier pinned", reading(VirtualThreads.class, VirtualThreads.PINS, 1));
        add(
                "P9",
                "100 000 pending asynchronous calls: 1 timer thread at most",
                reading(PendingCalls.class, PendingCalls.TIMERS, 2));
        add("P9", "under 500 B each", reading(PendingCalls.class, PendingCalls.WAITING, 500));
        add(
                "P10",
                "a synchronous wait never ends early",
                figures.reading(SleepAccuracy.class, SleepAccuracy.EARLIEST_CALL)
                        .map(
                                each ->
                                        format(
                                                "%s: the earliest was %.1f µs late",
                                                verdict(each.value() >= 0), each.value()))
                        .orElse(NOT_MEASURED));
        add("P10", "ends late by no more than what `LockSupport.parkNanos` itself is late", late());
    }

    private String late() {
        Optional<Reading> call = figures.reading(SleepAccuracy.class, SleepAccuracy.MEDIAN_CALL);
        Optional<Reading> park = figures.reading(SleepAccuracy.class, SleepAccuracy.MEDIAN_PARK);
        return call.isPresent() && park.isPresent()
                ? format(
                        "%s: a call %.1f µs, `parkNanos` %.1f µs, by medians",
                        verdict(call.get().value() <= park.get().value() + ACCURACY),
                        call.get().value(),
                        park.get().value())
                : NOT_MEASURED;
    }

    private String reading(Class<?> question, String what, double below) {
        return figures.reading(question, what)
                .map(
                        each ->
                                format(
                                        "%s: %.0f%s",
                                        verdict(each.value() < below),
                                        each.value(),
                                        each.unit().isEmpty() ? "" : " " + each.unit()))
                .orElse(NOT_MEASURED);
    }

    private static Optional<String> judge(Optional<Spread> ratio, double allowed) {
        return ratio.map(each -> verdict(each.median() <= allowed) + ": " + spread(each));
    }

    private static String spread(Spread spread) {
        return format("%.2f (%.2f–%.2f) ×", spread.median(), spread.least(), spread.most());
    }

    private static String verdict(boolean met) {
        return met ? "met" : "missed";
    }

    private void add(String id, String target, String measured) {
        rows.add(new Row(id, target, measured));
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a jar of Error Prone
    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
