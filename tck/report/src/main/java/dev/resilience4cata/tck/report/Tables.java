// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of a document: cells by the first cell of their row and the heading of their column.
 */
final class Tables {
    private final Map<List<String>, String> cells = new HashMap<>();

    private Tables() {}

    static Tables of(String markdown) {
        Tables tables = new Tables();
        List<String> headings = List.of();
        for (String line : markdown.lines().toList()) {
            if (!line.startsWith("|")) {
                headings = List.of();
            } else if (headings.isEmpty()) {
                headings = cells(line);
            } else {
                tables.add(headings, cells(line));
            }
        }
        return tables;
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.split("\\|")).skip(1).map(String::strip).toList();
    }

    private void add(List<String> headings, List<String> row) {
        for (int column = 0; column < Math.min(headings.size(), row.size()); column++) {
            cells.put(List.of(row.get(0), headings.get(column)), row.get(column));
        }
    }

    boolean hasColumn(String heading) {
        return cells.keySet().stream().anyMatch(cell -> cell.get(1).equals(heading));
    }

    Optional<String> cell(String row, String column) {
        return Optional.ofNullable(cells.get(List.of(row, column)));
    }
}
