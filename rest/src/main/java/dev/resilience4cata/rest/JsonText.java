// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

/** Strings of RFC 8259. */
final class JsonText {

    private JsonText() {}

    /** A string literal in ASCII: the answer does not depend on how the server encodes text. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
