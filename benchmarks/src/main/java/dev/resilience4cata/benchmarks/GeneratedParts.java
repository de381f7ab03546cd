// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.Map;
import java.util.TreeSet;

/**
 * A document of which programs write parts, between a line {@code <!-- generated: name -->} and a
 * line {@code <!-- end -->}; the rest is written by hand and stays. The word before the name says
 * which program writes it.
 */
public final class GeneratedParts {

    private static final String GENERATED = "generated";
    private static final String END = "<!-- end -->";

    private GeneratedParts() {}

    /** The document with new parts of the benchmarks by JMH; see below. */
    static String replace(String document, Map<String, String> parts) {
        return replace(document, GENERATED, parts);
    }

    /**
     * The document with new parts of one program.
     *
     * @param document as it is
     * @param word that marks the parts of the program
     * @param parts by name
     * @return the new document
     * @throws IllegalArgumentException if it has no place for one of them, or a place for another
     */
    public static String replace(String document, String word, Map<String, String> parts) {
        String mark = "<!-- " + word + ": ";
        StringBuilder text = new StringBuilder();
        TreeSet<String> missing = new TreeSet<>(parts.keySet());
        int from = 0;
        while (true) {
            int begin = document.indexOf(mark, from);
            if (begin < 0) {
                break;
            }
            int head = document.indexOf(" -->\n", begin);
            int end = document.indexOf(END, begin);
            if (head < 0 || end < 0) {
                throw new IllegalArgumentException("a generated part has no end");
            }
            String name = document.substring(begin + mark.length(), head);
            String part = parts.get(name);
            if (part == null) {
                throw new IllegalArgumentException("nothing generates " + name);
            }
            missing.remove(name);
            text.append(document, from, head + " -->\n".length())
                    .append('\n')
                    .append(part.strip())
                    .append("\n\n");
            from = end;
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("there is no place for " + missing);
        }
        return text.append(document, from, document.length()).toString();
    }
}
