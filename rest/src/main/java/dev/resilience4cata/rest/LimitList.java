// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of structured fields (RFC 9651), as far as the field {@code RateLimit} needs it: of
 * the parameters only integers count, and of other values only where they end. For one thread.
 */
final class LimitList {

    /** The field is no such list. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super(null, null, false, false);
        }
    }

    /** As many digits as an integer may have. */
    private static final int MOST_DIGITS = 15;

    private final String text;
    private int at;

    LimitList(String text) {
        this.text = text.strip();
    }

    /** The longest time of an item with nothing left; null if there is none. */
    @Nullable Duration timeUntilReset() throws Malformed {
        long longest = -1;
        while (at < text.length()) {
            longest = Math.max(longest, item());
            blanks(true);
            if (at < text.length()) {
                require(',');
                blanks(true);
                if (at == text.length()) {
                    throw new Malformed(); // a comma that nothing follows
                }
            }
        }
        return longest < 0 ? null : Duration.ofSeconds(longest);
    }

    /** Seconds if nothing is left, otherwise -1. */
    private long item() throws Malformed {
        value();
        long remaining = -1;
        long time = -1;
        while (at < text.length() && text.charAt(at) == ';') {
            at++;
            blanks(false);
            String key = key();
            long value = -1;
            if (at < text.length() && text.charAt(at) == '=') {
                at++;
                value = value();
            }
            switch (key) { // of several parameters with one name the last counts
                case "r" -> remaining = value;
                case "t" -> time = value;
                default -> {}
            }
        }
        return remaining == 0 ? time : -1;
    }

    private String key() throws Malformed {
        int start = at;
        while (at < text.length() && isOneOf(text.charAt(at), "_-.*")) {
            at++;
        }
        if (start == at) {
            throw new Malformed();
        }
        return text.substring(start, at);
    }

    /** Passes over a value; an integer of zero or more is returned, -1 for anything else. */
    private long value() throws Malformed {
        if (at == text.length()) {
            throw new Malformed();
        }
        char first = text.charAt(at);
        if (first == '"') {
            string();
            return -1;
        }
        if (first == ':') { // bytes
            passOver(':');
            return -1;
        }
        if (first == '%') { // a display string, without escapes
            at++;
            passOver('"');
            return -1;
        }
        int start = at;
        while (at < text.length() && isOneOf(text.charAt(at), "!#$%&'*+-.^_`|~:/?@")) {
            at++;
        }
        if (start == at) {
            throw new Malformed();
        }
        return integer(text.substring(start, at));
    }

    private static long integer(String token) {
        boolean digits = token.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits && token.length() <= MOST_DIGITS ? Long.parseLong(token) : -1;
    }

    private void string() throws Malformed {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        require('"');
    }

    private void passOver(char quote) throws Malformed {
        require(quote);
        while (at < text.length() && text.charAt(at) != quote) {
            at++;
        }
        require(quote);
    }

    private void require(char expected) throws Malformed {
        if (at >= text.length() || text.charAt(at) != expected) {
            throw new Malformed();
        }
        at++;
    }

    private void blanks(boolean tabsToo) {
        while (at < text.length()
                && (text.charAt(at) == ' ' || (tabsToo && text.charAt(at) == '\t'))) {
            at++;
        }
    }

    private static boolean isOneOf(char c, String others) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || others.indexOf(c) >= 0;
    }
}
