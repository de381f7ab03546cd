// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.spi.Take;
import java.math.BigInteger;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How often calls pass: up to {@code burst} at once after a quiet spell, then one every {@code
 * period / permits}. Immutable, so safe to share between threads.
 *
 * @param permits calls per {@code period}, at least 1
 * @param period at least one nanosecond per permit, at most {@link Long#MAX_VALUE} nanoseconds
 * @param burst calls that may pass at once, at least 1; with 1 calls are evenly spaced. The time to
 *     earn a whole burst, {@code burst * period / permits}, is at most 2<sup>61</sup> nanoseconds,
 *     about 73 years
 * @param maxWait how long a call may wait for its permit; zero rejects at once, and a time that is
 *     too long to count is cut to what can be counted, mostly 36 years; see {@code scope}
 * @param enabled false lets every call pass
 * @param maxKeys how many keys have a state of their own at once, at least 1; see {@link
 *     RateLimiterHandle#forKey}
 * @param shadow true lets every call pass and publishes those that would have been rejected
 * @param scope whose calls are counted together; with {@link Scope#CLUSTER} the time to earn a
 *     whole burst and {@code maxWait} are together at most 90 days
 * @param onStoreFailure what to do while the store of a shared limit gives no answer; with {@link
 *     Scope#JVM} without meaning
 * @param leases true lets each instance take permits of a shared limit before they are needed, at
 *     most a fifth of its share of the burst, so that busy keys cost fewer questions to the store;
 *     up to so many permits of each instance may be used later than they were counted. With {@link
 *     Scope#JVM} without meaning
 */
public record RateLimiterConfig(
        int permits,
        Duration period,
        int burst,
        Duration maxWait,
        boolean enabled,
        int maxKeys,
        boolean shadow,
        Scope scope,
        StoreFailure onStoreFailure,
        boolean leases) {

    static final int DEFAULT_MAX_KEYS = 100_000;

    static final Duration LONGEST_PERIOD = Duration.ofNanos(Long.MAX_VALUE);

    private static final BigInteger LONGEST_BURST_NANOS = BigInteger.ONE.shiftLeft(61);

    /**
     * Checks the components one by one and together.
     *
     * @param permits as above
     * @param period as above
     * @param burst as above
     * @param maxWait as above
     * @param enabled as above
     * @param maxKeys as above
     * @param shadow as above
     * @param scope as above
     * @param onStoreFailure as above
     * @param leases as above
     * @throws ResilienceException R4C-REG-001 if a component is out of range, or if they do not fit
     *     together; says which, and what to do
     */
    public RateLimiterConfig {
        requirePermits(permits);
        requirePeriod(period);
        requireBurst(burst);
        requireMaxWait(maxWait);
        requireMaxKeys(maxKeys);
        requireNonNull(scope, "scope");
        requireNonNull(onStoreFailure, "onStoreFailure");
        if (period.toNanos() < permits) {
            throw invalid(
                    "period = "
                            + period
                            + " is shorter than 1 ns per permit for permits = "
                            + permits,
                    "Lengthen the period to at least " + permits + " ns, or lower permits");
        }
        BigInteger burstNanos =
                BigInteger.valueOf(period.toNanos())
                        .multiply(BigInteger.valueOf(burst))
                        .divide(BigInteger.valueOf(permits));
        if (burstNanos.compareTo(LONGEST_BURST_NANOS) > 0) {
            throw invalid(
                    "burst = "
                            + burst
                            + " at permits = "
                            + permits
                            + " per period = "
                            + period
                            + " takes more than 73 years to earn, which does not fit",
                    "Shorten the period, or lower burst");
        }
        if (scope == Scope.CLUSTER) {
            requireShareable(permits, period, burst, maxWait);
        }
    }

    /** What a store can reckon with, which counts in whole nanoseconds to a permit. */
    private static void requireShareable(
            int permits, Duration period, int burst, Duration maxWait) {
        long nanosPerPermit = (period.toNanos() - 1) / permits + 1;
        BigInteger spare =
                BigInteger.valueOf(Take.LONGEST.toNanos())
                        .subtract(
                                BigInteger.valueOf(nanosPerPermit)
                                        .multiply(BigInteger.valueOf(burst)));
        if (spare.signum() < 0) {
            throw invalid(
                    "burst = "
                            + burst
                            + " at permits = "
                            + permits
                            + " per period = "
                            + period
                            + " takes more than 90 days to earn, which does not fit"
                            + " scope = cluster",
                    "Shorten the period, lower burst, or set scope to jvm");
        }
        Duration longestWait = Duration.ofNanos(spare.longValueExact());
        if (maxWait.compareTo(longestWait) > 0) {
            throw invalid(
                    "maxWait = "
                            + maxWait
                            + " is too long for scope = cluster, where the time to earn a burst"
                            + " and maxWait are together at most 90 days",
                    "Bound the wait: set maxWait to at most "
                            + longestWait
                            + ", or set scope to jvm");
        }
    }

    /** Not as a record does it: the JDK keeps the last class loader that linked that. */
    @Override
    @SuppressWarnings("exports") // the null marker is optional
    public boolean equals(@Nullable Object other) {
        return other instanceof RateLimiterConfig that
                && permits == that.permits
                && period.equals(that.period)
                && burst == that.burst
                && maxWait.equals(that.maxWait)
                && enabled == that.enabled
                && maxKeys == that.maxKeys
                && shadow == that.shadow
                && scope == that.scope
                && onStoreFailure == that.onStoreFailure
                && leases == that.leases;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                permits,
                period,
                burst,
                maxWait,
                enabled,
                maxKeys,
                shadow,
                scope,
                onStoreFailure,
                leases);
    }

    /**
     * A configuration of one JVM.
     *
     * @param permits as above
     * @param period as above
     * @param burst as above
     * @param maxWait as above
     * @param enabled as above
     * @param maxKeys as above
     * @param shadow as above
     * @throws ResilienceException R4C-REG-001 if a component is out of range, or if they do not fit
     *     together
     */
    public RateLimiterConfig(
            int permits,
            Duration period,
            int burst,
            Duration maxWait,
            boolean enabled,
            int maxKeys,
            boolean shadow) {
        this(
                permits,
                period,
                burst,
                maxWait,
                enabled,
                maxKeys,
                shadow,
                Scope.JVM,
                StoreFailure.LOCAL,
                false);
    }

    /**
     * A configuration of one JVM, with the built-in defaults of what is for operations only: no
     * shadow mode, 100 000 keys.
     *
     * @param permits as above
     * @param period as above
     * @param burst as above
     * @param maxWait as above
     * @param enabled as above
     * @throws ResilienceException R4C-REG-001 if a component is out of range, or if they do not fit
     *     together
     */
    public RateLimiterConfig(
            int permits, Duration period, int burst, Duration maxWait, boolean enabled) {
        this(permits, period, burst, maxWait, enabled, DEFAULT_MAX_KEYS, false);
    }

    /**
     * A builder on which nothing is set.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    static void requirePermits(int permits) {
        if (permits < 1) {
            throw invalid("permits = " + permits + " is below 1", "Set permits to at least 1");
        }
    }

    static void requirePeriod(Duration period) {
        requireNonNull(period, "period");
        if (period.isZero() || period.isNegative()) {
            throw invalid("period = " + period + " is not positive", "Set a period such as 1s");
        }
        if (period.compareTo(LONGEST_PERIOD) > 0) {
            throw invalid(
                    "period = " + period + " is longer than 292 years, the longest that fits",
                    "Shorten the period");
        }
    }

    static void requireBurst(int burst) {
        if (burst < 1) {
            throw invalid("burst = " + burst + " is below 1", "Set burst to at least 1");
        }
    }

    static void requireMaxWait(Duration maxWait) {
        requireNonNull(maxWait, "maxWait");
        if (maxWait.isNegative()) {
            throw invalid(
                    "maxWait = " + maxWait + " is negative",
                    "Set maxWait to 0 to reject at once, or to a time such as 500ms");
        }
    }

    static void requireMaxKeys(int maxKeys) {
        if (maxKeys < 1) {
            throw invalid("maxKeys = " + maxKeys + " is below 1", "Set maxKeys to at least 1");
        }
    }

    private static ResilienceException invalid(String problem, String remedy) {
        return new ResilienceException(ErrorCode.CONFIG_INVALID, problem + ". " + remedy + ".");
    }

    /**
     * Collects the attributes of a limiter; what is not set is left to the next level of
     * configuration. Each method checks its own value at once. Not safe for use by several threads.
     */
    public static final class Builder {

        private final Map<RateLimiterAttribute, Object> values =
                new EnumMap<>(RateLimiterAttribute.class);

        Builder() {}

        /**
         * Sets the calls that pass per period.
         *
         * @param permits at least 1
         * @return this builder
         * @throws ResilienceException R4C-REG-001 if it is below 1
         */
        public Builder permits(int permits) {
            requirePermits(permits);
            values.put(RateLimiterAttribute.PERMITS, permits);
            return this;
        }

        /**
         * Sets the time in which the permits pass.
         *
         * @param period above zero, at most {@link Long#MAX_VALUE} nanoseconds
         * @return this builder
         * @throws ResilienceException R4C-REG-001 if it is out of range
         */
        public Builder period(Duration period) {
            requirePeriod(period);
            values.put(RateLimiterAttribute.PERIOD, period);
            return this;
        }

        /**
         * Sets the calls that may pass at once after a quiet spell; not set, it follows permits.
         *
         * @param burst at least 1
         * @return this builder
         * @throws ResilienceException R4C-REG-001 if it is below 1
         */
        public Builder burst(int burst) {
            requireBurst(burst);
            values.put(RateLimiterAttribute.BURST, burst);
            return this;
        }

        /**
         * Sets how long a call may wait for its permit.
         *
         * @param maxWait zero or more; zero rejects at once
         * @return this builder
         * @throws ResilienceException R4C-REG-001 if it is negative
         */
        public Builder maxWait(Duration maxWait) {
            requireMaxWait(maxWait);
            values.put(RateLimiterAttribute.MAX_WAIT, maxWait);
            return this;
        }

        /**
         * Switches the limiter on or off.
         *
         * @param enabled false lets every call pass
         * @return this builder
         */
        public Builder enabled(boolean enabled) {
            values.put(RateLimiterAttribute.ENABLED, enabled);
            return this;
        }

        /**
         * Sets how many keys have a state of their own at once.
         *
         * @param maxKeys at least 1
         * @return this builder
         * @throws ResilienceException R4C-REG-001 if it is below 1
         */
        public Builder maxKeys(int maxKeys) {
            requireMaxKeys(maxKeys);
            values.put(RateLimiterAttribute.MAX_KEYS, maxKeys);
            return this;
        }

        /**
         * Switches shadow mode on or off.
         *
         * @param shadow true lets every call pass at once; its permit is taken as ever, and what
         *     would have been rejected is published
         * @return this builder
         */
        public Builder shadow(boolean shadow) {
            values.put(RateLimiterAttribute.SHADOW, shadow);
            return this;
        }

        /**
         * Sets whose calls are counted together.
         *
         * @param scope the scope
         * @return this builder
         */
        public Builder scope(Scope scope) {
            values.put(RateLimiterAttribute.SCOPE, requireNonNull(scope, "scope"));
            return this;
        }

        /**
         * Sets what to do while the store of a shared limit gives no answer.
         *
         * @param onStoreFailure what becomes of the calls
         * @return this builder
         */
        public Builder onStoreFailure(StoreFailure onStoreFailure) {
            values.put(
                    RateLimiterAttribute.ON_STORE_FAILURE,
                    requireNonNull(onStoreFailure, "onStoreFailure"));
            return this;
        }

        /**
         * Sets whether an instance takes permits of a shared limit before they are needed.
         *
         * @param leases true for fewer questions to the store, at the price of up to a fifth of the
         *     burst more in a window, of all instances together; with {@link Scope#JVM} without
         *     meaning
         * @return this builder
         */
        public Builder leases(boolean leases) {
            values.put(RateLimiterAttribute.LEASES, leases);
            return this;
        }

        /**
         * Sets an attribute to what {@link RateLimiterAttribute#parse} made of a text.
         *
         * @param attribute the attribute
         * @param value an {@code Integer}, a {@code Duration}, a {@code Boolean}, a {@code Scope}
         *     or a {@code StoreFailure}, as it fits
         * @return this builder
         * @throws ResilienceException R4C-REG-001 if it is out of range
         */
        public Builder set(RateLimiterAttribute attribute, Object value) {
            return switch (attribute) {
                case PERMITS -> permits((Integer) value);
                case PERIOD -> period((Duration) value);
                case BURST -> burst((Integer) value);
                case MAX_WAIT -> maxWait((Duration) value);
                case ENABLED -> enabled((Boolean) value);
                case MAX_KEYS -> maxKeys((Integer) value);
                case SHADOW -> shadow((Boolean) value);
                case SCOPE -> scope((Scope) value);
                case ON_STORE_FAILURE -> onStoreFailure((StoreFailure) value);
                case LEASES -> leases((Boolean) value);
            };
        }

        /**
         * What was set so far.
         *
         * @return a copy, in the order of the constants
         */
        public Map<RateLimiterAttribute, Object> values() {
            return new EnumMap<>(values);
        }

        /**
         * The configuration, with the built-in default for what is not set: 100 permits per second,
         * a burst of as many as permits, no waiting, enabled, 100 000 keys, no shadow mode, for one
         * JVM, without leases; each instance limits alone while a store gives no answer.
         *
         * @return a valid configuration
         * @throws ResilienceException R4C-REG-001 if the attributes do not fit together
         */
        public RateLimiterConfig build() {
            int permits = valueOr(RateLimiterAttribute.PERMITS, Integer.class, 100);
            return new RateLimiterConfig(
                    permits,
                    valueOr(RateLimiterAttribute.PERIOD, Duration.class, Duration.ofSeconds(1)),
                    valueOr(RateLimiterAttribute.BURST, Integer.class, permits),
                    valueOr(RateLimiterAttribute.MAX_WAIT, Duration.class, Duration.ZERO),
                    valueOr(RateLimiterAttribute.ENABLED, Boolean.class, true),
                    valueOr(RateLimiterAttribute.MAX_KEYS, Integer.class, DEFAULT_MAX_KEYS),
                    valueOr(RateLimiterAttribute.SHADOW, Boolean.class, false),
                    valueOr(RateLimiterAttribute.SCOPE, Scope.class, Scope.JVM),
                    valueOr(
                            RateLimiterAttribute.ON_STORE_FAILURE,
                            StoreFailure.class,
                            StoreFailure.LOCAL),
                    valueOr(RateLimiterAttribute.LEASES, Boolean.class, false));
        }

        private <T> T valueOr(RateLimiterAttribute attribute, Class<T> type, T unset) {
            return type.cast(values.getOrDefault(attribute, unset));
        }
    }
}
