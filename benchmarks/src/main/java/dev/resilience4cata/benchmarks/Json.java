// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts in JSON. */
public final class Json {

    private Json() {}

    /**
     * An object in an object, with a line for each of its members.
     *
     * @param members texts by name, in the order of the map
     * @return the object
     */
    public static String object(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> quoted(member.getKey()) + ": " + quoted(member.getValue()))
                .collect(Collectors.joining(",\n    ", "{\n    ", "\n  }"));
    }

    /**
     * A text as JSON has it.
     *
     * @param text any
     * @return the same, with quotation marks around it
     */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
