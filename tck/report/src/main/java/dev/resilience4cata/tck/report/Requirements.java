// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the two documents ask for, in their order.
 *
 * @param all sentences first, then situations
 * @param notShownYet the ids of those that are known to have no test
 */
record Requirements(List<Requirement> all, Set<String> notShownYet) {
    private static final Pattern SENTENCE = Pattern.compile("- \\*\\*([FS]\\d+)\\*\\* (.+)");
    private static final Pattern SITUATION =
            Pattern.compile("\\| *(\\d+) *\\| *(.+?) *\\| *(.+?) *\\|");
    private static final String HEADING = "## ";
    private static final String NOT_SHOWN_YET = "Not shown yet";

    /** Reads {@code semantics.md} and {@code situations.md}. */
    static Requirements read(Path sentences, Path situations) throws IOException {
        List<Requirement> all = new ArrayList<>();
        Set<String> notShownYet = new TreeSet<>();
        for (Path document : List.of(sentences, situations)) {
            String group = "";
            for (String line : Files.readAllLines(document)) {
                Matcher sentence = SENTENCE.matcher(line);
                Matcher situation = SITUATION.matcher(line);
                if (line.startsWith(HEADING)) {
                    group = line.substring(HEADING.length()).strip();
                } else if (group.equals(NOT_SHOWN_YET) && line.matches("[FS]?\\d.*")) {
                    notShownYet.addAll(Arrays.asList(line.split("[^FS\\d]+")));
                } else if (sentence.matches()) {
                    all.add(new Requirement(sentence.group(1), group, "", sentence.group(2)));
                } else if (situation.matches()) {
                    all.add(
                            new Requirement(
                                    situation.group(1),
                                    group,
                                    situation.group(2),
                                    situation.group(3)));
                }
            }
        }
        return new Requirements(List.copyOf(all), notShownYet);
    }
}
