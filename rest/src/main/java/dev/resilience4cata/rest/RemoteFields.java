// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * What fields of an answer say of the time until the next call. They come from others, so whatever
 * they are, the worst that comes of it is null.
 */
final class RemoteFields {

    /** No longer than any pause, so that it fits everywhere. */
    private static final int MOST_DIGITS = 15;

    private RemoteFields() {}

    /**
     * Reads {@code Retry-After}: seconds, or a date as servers must write it since 1999 (RFC 9110,
     * section 5.6.7).
     *
     * @param date the field {@code Date} of the same answer: by the clock that the date is from
     * @param now used where that is missing
     * @return zero or more; null if it cannot be read
     */
    static @Nullable Duration retryAfter(String field, @Nullable String date, Instant now) {
        String text = field.strip();
        Duration seconds = seconds(text);
        if (seconds != null) {
            return seconds;
        }
        Instant until = instant(text);
        if (until == null) {
            return null;
        }
        Instant sent = date == null ? null : instant(date.strip());
        Duration left = Duration.between(sent == null ? now : sent, until);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Digits alone; more of them than fit mean the longest time. */
    private static @Nullable Duration seconds(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        return Duration.ofSeconds(
                text.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(text));
    }

    private static @Nullable Instant instant(String text) {
        try {
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }

    /**
     * Reads {@code RateLimit}.
     *
     * @return the longest time of a limit with nothing left; null if there is none, or if the field
     *     is no list as RFC 9651 wants it, which must be ignored whole
     */
    static @Nullable Duration timeUntilReset(String field) {
        try {
            return new LimitList(field).timeUntilReset();
        } catch (LimitList.Malformed e) {
            return null;
        }
    }
}
