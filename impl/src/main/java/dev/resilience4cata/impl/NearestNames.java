// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Finds what somebody may have meant, by edit distance (V. Levenshtein, 1966). */
public final class NearestNames {

    private static final int MOST = 3;

    /** So many characters may be wrong in a word that was meant. */
    private static final int NEAR = 3;

    private NearestNames() {}

    /**
     * The names nearest to a wanted one.
     *
     * @param wanted what was written
     * @param known what could have been written
     * @return at most three names, the nearest first
     */
    public static List<String> of(String wanted, Collection<String> known) {
        return known.stream()
                .sorted(
                        Comparator.<String>comparingInt(name -> distance(wanted, name))
                                .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    /**
     * Whether a wanted name was probably meant to be another one.
     *
     * @param wanted what was written
     * @param known what could have been written
     * @return true if a known name differs in three characters at most
     */
    public static boolean isNear(String wanted, Collection<String> known) {
        return known.stream().anyMatch(name -> distance(wanted, name) <= NEAR);
    }

    /**
     * Names in quotes, for a message.
     *
     * @param names the names
     * @return for example {@code "checkout", "login"}, or {@code none}
     */
    public static String quoted(Collection<String> names) {
        return names.isEmpty()
                ? "none"
                : names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
