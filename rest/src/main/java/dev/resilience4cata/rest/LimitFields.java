// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import dev.resilience4cata.RateLimiterSnapshot;
import java.math.BigInteger;
import java.time.Duration;

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10, which are lists of structured fields (RFC
 * 9651), here with one item each.
 */
final class LimitFields {

    static final String POLICY = "RateLimit-Policy";
    static final String LIMIT = "RateLimit";

    /** The greatest integer of a structured field. */
    private static final BigInteger MAX = BigInteger.valueOf(999_999_999_999_999L);

    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

    private LimitFields() {}

    /**
     * How many calls pass in how many seconds. A period of no whole seconds is rounded up to some,
     * and what passes in that time is rounded down.
     */
    static String policy(String name, RateLimiterSnapshot limiter) {
        BigInteger seconds = BigInteger.valueOf(Seconds.covering(limiter.period()));
        BigInteger quota =
                BigInteger.valueOf(limiter.permits())
                        .multiply(seconds.multiply(NANOS))
                        .divide(nanos(limiter.period()));
        return item(name) + ";q=" + quota.min(MAX) + ";w=" + seconds.min(MAX);
    }

    /**
     * How many calls pass now, and in how many seconds more do: with none left the next one,
     * otherwise all of a burst.
     */
    static String limit(String name, RateLimiterSnapshot limiter, Duration timeToNextPermit) {
        int remaining = limiter.availablePermits();
        BigInteger seconds =
                remaining == 0
                        ? BigInteger.valueOf(Math.max(1, Seconds.covering(timeToNextPermit)))
                        : secondsToFill(limiter, limiter.burst() - remaining);
        return item(name) + ";r=" + remaining + ";t=" + seconds.min(MAX);
    }

    private static BigInteger secondsToFill(RateLimiterSnapshot limiter, int missing) {
        BigInteger divisor = BigInteger.valueOf(limiter.permits()).multiply(NANOS);
        return nanos(limiter.period())
                .multiply(BigInteger.valueOf(missing))
                .add(divisor)
                .subtract(BigInteger.ONE)
                .divide(divisor);
    }

    private static BigInteger nanos(Duration time) {
        return BigInteger.valueOf(time.getSeconds())
                .multiply(NANOS)
                .add(BigInteger.valueOf(time.getNano()));
    }

    private static String item(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
