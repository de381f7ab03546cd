// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.annotation.Scope;
import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The attributes of a limiter and how text spells them, in annotations and properties alike. What a
 * value may be is decided by {@link RateLimiterConfig}; this type adds only the spelling.
 */
public enum RateLimiterAttribute {
    /** Calls let through per period: a whole number of at least 1. */
    PERMITS("permits") {
        @Override
        Object read(String text) {
            int permits = wholeNumber(text, ErrorCode.PERMITS_RANGE);
            return checked(
                    ErrorCode.PERMITS_RANGE,
                    () -> RateLimiterConfig.requirePermits(permits),
                    permits);
        }
    },
    /** The time in which the permits pass: a duration above zero. */
    PERIOD("period") {
        @Override
        Object read(String text) {
            Duration period = duration(text);
            if (period.isZero()) {
                throw wrong(
                        ErrorCode.PERIOD_ZERO,
                        text,
                        "is zero, and calls need time to pass in",
                        "Write a period such as 1s; to let every call pass set enabled = false");
            }
            if (period.compareTo(RateLimiterConfig.LONGEST_PERIOD) > 0) {
                throw wrong(
                        ErrorCode.DURATION_SYNTAX,
                        text,
                        "is longer than 292 years, the longest that fits",
                        "Write a shorter period, for example 1s or PT1H");
            }
            return period;
        }
    },
    /** Calls that may pass at once after a quiet spell: a whole number of at least 1. */
    BURST("burst") {
        @Override
        Object read(String text) {
            int burst = wholeNumber(text, ErrorCode.BURST_RANGE);
            return checked(
                    ErrorCode.BURST_RANGE, () -> RateLimiterConfig.requireBurst(burst), burst);
        }
    },
    /** How long a call may wait for its permit: a duration, zero included. */
    MAX_WAIT("maxWait") {
        @Override
        Object read(String text) {
            return duration(text);
        }
    },
    /** Whether the limiter limits: {@code true} or {@code false}. */
    ENABLED("enabled") {
        @Override
        Object read(String text) {
            return trueOrFalse(text, ErrorCode.ENABLED_SYNTAX);
        }
    },
    /** How many keys have a state of their own at once: a whole number of at least 1. */
    MAX_KEYS("maxKeys") {
        @Override
        Object read(String text) {
            int maxKeys = wholeNumber(text, ErrorCode.MAX_KEYS_RANGE);
            return checked(
                    ErrorCode.MAX_KEYS_RANGE,
                    () -> RateLimiterConfig.requireMaxKeys(maxKeys),
                    maxKeys);
        }
    },
    /** Whether what would be rejected passes and is only published: {@code true} or not. */
    SHADOW("shadow") {
        @Override
        Object read(String text) {
            return trueOrFalse(text, ErrorCode.SHADOW_SYNTAX);
        }
    },
    /** Whose calls are counted together: {@code jvm} or {@code cluster}. */
    SCOPE("scope") {
        @Override
        Object read(String text) {
            return oneOf(Scope.values(), text, ErrorCode.SCOPE_SYNTAX);
        }
    },
    /** What to do while a store gives no answer: {@code local}, {@code open} or {@code closed}. */
    ON_STORE_FAILURE("onStoreFailure") {
        @Override
        Object read(String text) {
            return oneOf(StoreFailure.values(), text, ErrorCode.STORE_FAILURE_SYNTAX);
        }
    },
    /** Whether an instance takes permits of a shared limit in advance: {@code true} or not. */
    LEASES("leases") {
        @Override
        Object read(String text) {
            return trueOrFalse(text, ErrorCode.LEASES_SYNTAX);
        }
    };

    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]+)([a-z]+)");
    private static final Map<String, Long> NANOS_PER_UNIT =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L,
                    "d", 86_400_000_000_000L);
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    private final String key;

    RateLimiterAttribute(String key) {
        this.key = key;
    }

    /**
     * The spelling of the annotation, which is also the last part of a property key.
     *
     * @return for example {@code maxWait}
     */
    public String key() {
        return key;
    }

    /**
     * Whether only properties and code have it, because it is a matter of operations.
     *
     * @return false if annotations have it too
     */
    public boolean isForOperations() {
        return this == MAX_KEYS || this == SHADOW || this == ON_STORE_FAILURE || this == LEASES;
    }

    /**
     * Reads a value; blanks around it do not count.
     *
     * @param text what stands in the annotation or the property
     * @return an {@code Integer}, a {@code Duration}, a {@code Boolean}, a {@code Scope} or a
     *     {@code StoreFailure}, valid as far as it can be told without the other attributes
     * @throws ResilienceException R4C-ATR-001, -002, -003 or -006 to -012 if the text is no such
     *     value; {@link ResilienceException#detail()} has the problem and the remedy, without a
     *     place
     */
    public Object parse(String text) {
        return read(requireNonNull(text, "text").strip());
    }

    /**
     * Writes a value, so that {@link #parse} reads the same value again.
     *
     * @param value what {@link #parse} returns
     * @return for example {@code 10}, {@code PT0.5S}, {@code true} or {@code cluster}
     */
    public String text(Object value) {
        return value instanceof Enum<?> constant
                ? constant.name().toLowerCase(Locale.ROOT)
                : value.toString();
    }

    abstract Object read(String text);

    final ResilienceException wrong(ErrorCode code, String text, String problem, String remedy) {
        return new ResilienceException(
                code, key + " = \"" + text + "\" " + problem + ". " + remedy + ".");
    }

    /** Passes the value on unless the rule objects; its objection gets this attribute's code. */
    private static <T> T checked(ErrorCode code, Runnable rule, T value) {
        try {
            rule.run();
            return value;
        } catch (ResilienceException e) {
            throw new ResilienceException(code, e.detail());
        }
    }

    final boolean trueOrFalse(String text, ErrorCode code) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(code, text, "is neither true nor false", "Write true or false");
        };
    }

    final <E extends Enum<E>> E oneOf(E[] constants, String text, ErrorCode code) {
        return Arrays.stream(constants)
                .filter(each -> text(each).equals(text))
                .findFirst()
                .orElseThrow(
                        () ->
                                wrong(
                                        code,
                                        text,
                                        "is neither " + listed(constants, " nor "),
                                        "Write " + listed(constants, " or ")));
    }

    private <E extends Enum<E>> String listed(E[] constants, String beforeLast) {
        int last = constants.length - 1;
        return Arrays.stream(constants, 0, last).map(this::text).collect(Collectors.joining(", "))
                + beforeLast
                + text(constants[last]);
    }

    final int wholeNumber(String text, ErrorCode code) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw wrong(
                    code,
                    text,
                    "is not a whole number from 1 to " + Integer.MAX_VALUE,
                    "Write digits only, such as 10");
        }
    }

    final Duration duration(String text) {
        if (text.isEmpty()) {
            throw badDuration(text, "is blank");
        }
        if (text.chars().allMatch(c -> c == '0')) {
            return Duration.ZERO;
        }
        Matcher withUnit = WITH_UNIT.matcher(text);
        if (withUnit.matches()) {
            Long nanos = NANOS_PER_UNIT.get(withUnit.group(2));
            if (nanos == null) {
                throw badDuration(text, "has the unknown unit \"" + withUnit.group(2) + "\"");
            }
            return ofNanos(new BigInteger(withUnit.group(1)).multiply(BigInteger.valueOf(nanos)));
        }
        return iso(text);
    }

    private Duration iso(String text) {
        try {
            Duration duration = Duration.parse(text);
            if (duration.isNegative()) {
                throw badDuration(text, "is negative");
            }
            return duration;
        } catch (DateTimeParseException e) {
            if (e.getCause() == null) {
                throw badDuration(text, reason(text));
            }
            // Well written, but a number does not fit: not even a long of digits if the cause is a
            // NumberFormatException, not as seconds if it is an ArithmeticException.
            if (text.contains("-")) {
                throw badDuration(text, "is negative or does not fit");
            }
            return LONGEST;
        }
    }

    private static Duration ofNanos(BigInteger nanos) {
        BigInteger[] seconds = nanos.divideAndRemainder(NANOS_PER_SECOND);
        return seconds[0].bitLength() < Long.SIZE
                ? Duration.ofSeconds(seconds[0].longValueExact(), seconds[1].longValueExact())
                : LONGEST;
    }

    private static String reason(String text) {
        if (text.startsWith("-")) {
            return "is negative";
        }
        if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return "has no unit";
        }
        if (text.matches("[0-9]*[.,][0-9]+[a-z]*")) {
            return "is a fraction; use a smaller unit";
        }
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return "cannot be read from position " + digits + " on";
    }

    private ResilienceException badDuration(String text, String problem) {
        return wrong(
                ErrorCode.DURATION_SYNTAX,
                text,
                problem,
                "Write an integer with a unit (ns, us, ms, s, m, h, d) or ISO-8601,"
                        + " for example 500ms or PT0.5S");
    }
}
