// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import static dev.resilience4cata.examples.wildfly.demo.Timeline.pad;

import java.util.ArrayList;
import java.util.List;

/** Rows of text with columns of equal width. */
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... titles) {
        row(titles);
    }

    /** As many cells as the table has titles. */
    void row(String... cells) {
        rows.add(List.of(cells));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int at = column;
                int width = rows.stream().mapToInt(other -> other.get(at).length()).max().orElse(0);
                line.append(pad(row.get(column), width + 2));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
