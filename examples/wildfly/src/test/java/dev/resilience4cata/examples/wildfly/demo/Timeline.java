// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Calls as lines of text: {@code #} was admitted, {@code x} was rejected. */
final class Timeline {

    private static final long COLUMN_MILLIS = 50;
    private static final long SLOT_MILLIS = 100;
    private static final int COLUMNS_PER_MARK = 10;

    private final List<Call> calls;
    private final long start;

    Timeline(List<Call> calls) {
        this.calls = calls;
        this.start = calls.stream().mapToLong(Call::sentNanos).min().orElse(0);
    }

    /** One line for each call, with dots for as long as it took. */
    List<String> callByCall() {
        int width = 1 + calls.stream().mapToInt(this::column).max().orElse(0);
        int label = calls.stream().mapToInt(call -> call.what().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add(" ".repeat(label + 2) + scale(width) + "ms");
        calls.stream()
                .sorted(
                        Comparator.comparingInt(this::firstColumn)
                                .thenComparing(Call::answeredNanos))
                .forEach(
                        call -> {
                            String lane =
                                    " ".repeat(firstColumn(call))
                                            + ".".repeat(column(call) - firstColumn(call))
                                            + mark(call);
                            lines.add(
                                    (pad(call.what(), label + 2) + pad(lane, width + 2))
                                            + "%s after %d ms"
                                                    .formatted(
                                                            call.admitted()
                                                                    ? "admitted"
                                                                    : "rejected",
                                                            call.tookNanos() / 1_000_000));
                        });
        return lines;
    }

    /** One line for each tenth of a second, with one mark for each call that was answered in it. */
    List<String> slotBySlot() {
        TreeMap<Long, StringBuilder> slots = new TreeMap<>();
        calls.stream()
                .sorted(Comparator.comparingLong(Call::answeredNanos))
                .forEach(
                        call ->
                                slots.computeIfAbsent(
                                                millis(call.answeredNanos()) / SLOT_MILLIS,
                                                slot -> new StringBuilder())
                                        .append(mark(call)));
        int width = slots.values().stream().mapToInt(StringBuilder::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        slots.forEach(
                (slot, marks) -> {
                    long admitted = marks.chars().filter(mark -> mark == '#').count();
                    lines.add(
                            String.format(
                                    Locale.ROOT,
                                    "from %4d ms  %s%2d admitted, %2d rejected",
                                    slot * SLOT_MILLIS,
                                    pad(marks.toString(), width + 2),
                                    admitted,
                                    marks.length() - admitted));
                });
        return lines;
    }

    static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static char mark(Call call) {
        return call.admitted() ? '#' : 'x';
    }

    private static String scale(int width) {
        StringBuilder scale = new StringBuilder();
        for (int column = 0; column < width; column += COLUMNS_PER_MARK) {
            scale.append(pad(String.valueOf(column * COLUMN_MILLIS), COLUMNS_PER_MARK));
        }
        return scale.toString();
    }

    private int firstColumn(Call call) {
        return (int) (millis(call.sentNanos()) / COLUMN_MILLIS);
    }

    private int column(Call call) {
        return (int) (millis(call.answeredNanos()) / COLUMN_MILLIS);
    }

    private long millis(long nanos) {
        return (nanos - start) / 1_000_000;
    }
}
