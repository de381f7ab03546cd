// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.util.Optional;

/**
 * What tests check: a sentence of {@code semantics.md}, or a situation of {@code situations.md}.
 *
 * @param id as tests cite it: "S20" or "F1", or the number of a situation
 * @param group the heading that it stands under
 * @param situation where the annotation stands; empty for a sentence
 * @param text what is true, or what happens in this situation
 */
record Requirement(String id, String group, String situation, String text) {
    private static final String DOCUMENTED_ONLY = "Documented only: ";

    boolean isSituation() {
        return !situation.isEmpty();
    }

    /** As a problem names it. */
    String label() {
        return isSituation() ? "Situation " + id : id;
    }

    /** Why no test can check it, if that is so. */
    Optional<String> reasonNotToTest() {
        int at = text.indexOf(DOCUMENTED_ONLY);
        return at < 0
                ? Optional.empty()
                : Optional.of(text.substring(at + DOCUMENTED_ONLY.length()).strip());
    }
}
