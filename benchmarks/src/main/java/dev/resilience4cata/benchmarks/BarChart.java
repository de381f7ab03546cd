// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A chart of ratios as horizontal bars, in SVG, that takes its colours from the reader's: light or
 * dark. Immutable, so safe to share between threads.
 *
 * @param title what is compared
 * @param groups the bars
 */
record BarChart(String title, List<Group> groups) {

    /**
     * Bars under a heading.
     *
     * @param heading may be empty
     * @param bars from top to bottom
     */
    record Group(String heading, List<Bar> bars) {}

    /**
     * One bar.
     *
     * @param label what it stands for
     * @param ratio its length
     * @param ours whether it is the one that the others are compared with
     */
    record Bar(String label, double ratio, boolean ours) {}

    private static final int WIDTH = 720;
    private static final int LABELS = 210;
    private static final int VALUES = 70;
    private static final int LINE = 24;
    private static final int TITLE = 40;

    private static final String STYLE =
            """
              <style>
                text { font: 14px sans-serif; fill: #1f2328; }
                .title { font-weight: bold; }
                .bar { fill: #8c959f; }
                .ours { fill: #1a7f37; }
                @media (prefers-color-scheme: dark) {
                  text { fill: #e6edf3; }
                  .bar { fill: #6e7681; }
                  .ours { fill: #3fb950; }
                }
              </style>
            """;

    /** What the chart shows, in words and numbers, for those who do not see it. */
    String text() {
        return groups.stream()
                .map(
                        group ->
                                (group.heading.isEmpty() ? "" : group.heading + ": ")
                                        + group.bars.stream()
                                                .map(bar -> bar.label + " " + times(bar.ratio))
                                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", title + ". ", "."));
    }

    String svg() {
        double longest =
                groups.stream()
                        .flatMap(group -> group.bars.stream())
                        .mapToDouble(Bar::ratio)
                        .max()
                        .orElse(1);
        List<String> elements = new ArrayList<>();
        int y = TITLE;
        for (Group group : groups) {
            if (!group.heading.isEmpty()) {
                elements.add(text(0, y, "title", group.heading));
                y += LINE;
            }
            for (Bar bar : group.bars) {
                double width = Math.max(1, bar.ratio / longest * (WIDTH - LABELS - VALUES));
                elements.add(text(0, y, "label", bar.label));
                elements.add(
                        String.format(
                                Locale.ROOT,
                                "  <rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\""
                                        + " height=\"16\" rx=\"2\"/>",
                                bar.ours ? "ours" : "bar",
                                LABELS,
                                y - 13,
                                width));
                elements.add(text(LABELS + width + 8, y, "value", times(bar.ratio)));
                y += LINE;
            }
            y += LINE / 2;
        }
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                                + " width=\"%d\" height=\"%d\" role=\"img\">\n",
                        WIDTH,
                        y,
                        WIDTH,
                        y)
                + "  <title>"
                + escaped(title)
                + "</title>\n  <desc>"
                + escaped(text())
                + "</desc>\n"
                + STYLE
                + text(0, 18, "title", title)
                + "\n"
                + String.join("\n", elements)
                + "\n</svg>\n";
    }

    private static String text(double x, int y, String kind, String text) {
        return String.format(
                Locale.ROOT,
                "  <text class=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>",
                kind,
                x,
                y,
                escaped(text));
    }

    private static String times(double ratio) {
        return String.format(Locale.ROOT, ratio < 10 ? "%.2f ×" : "%.0f ×", ratio);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
