// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import java.util.Locale;

/** Texts in JSON. */
public final class Json {

    private Json() {}

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
