// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A test that a runner leaves out, as the lines of {@code exclusions.txt} say: comment lines with
 * the reason, one with a link, then the test.
 *
 * @param test the class, with or without its package, {@code #} and the method
 * @param reason empty if there is none
 * @param link likewise
 */
record Exclusion(String test, String reason, String link) {
    private static final Pattern COMMENT = Pattern.compile("#\\s*(.*)");

    /** Reads a list; a comment holds for the tests up to the next blank line or comment. */
    static List<Exclusion> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Exclusion> exclusions = new ArrayList<>();
        String reason = "";
        String link = "";
        boolean inComment = false;
        for (String line : Files.readAllLines(file)) {
            Matcher comment = COMMENT.matcher(line.strip());
            if (line.isBlank() || (comment.matches() && !inComment)) {
                reason = "";
                link = "";
            }
            inComment = comment.matches();
            if (inComment && comment.group(1).startsWith("http")) {
                link = comment.group(1).strip();
            } else if (inComment) {
                reason = (reason + " " + comment.group(1)).strip();
            } else if (!line.isBlank()) {
                exclusions.add(new Exclusion(line.strip(), reason, link));
            }
        }
        return exclusions;
    }

    boolean excludes(TestCase test) {
        return this.test.equals(test.id()) || this.test.equals(test.shortId());
    }
}
