// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.math.BigInteger.ONE;

import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import java.math.BigInteger;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A configuration in the units in which its limiter counts. The emission interval {@code period /
 * permits} is a fraction of nanoseconds; a unit is the part of a nanosecond that makes it whole, so
 * that the arithmetic is exact. Only where that would not fit into 62 bits (a fraction with a large
 * denominator together with a burst or a debt of years, or with a wait for ever and an interval of
 * seconds) the units are coarser, and the interval is rounded down by less than one part in a
 * hundred million.
 *
 * <p>Immutable, so safe to share between threads.
 */
final class Quota {

    /**
     * A burst takes at most this many units to earn: what {@link RateLimiterConfig} lets through.
     */
    private static final long MAX_BURST = 1L << 61;

    /** No wait and no horizon is longer. With a burst and a wait beyond it, 62 bits suffice. */
    private static final long MAX_SPAN = 1L << 60;

    /** If maxWait must be cut short to fit, so many calls can wait at once all the same. */
    private static final BigInteger MAX_WAITING = ONE.shiftLeft(28);

    /** A slot that a change of the quota would move farther away than 146 years comes no later. */
    private static final BigInteger MAX_AHEAD = ONE.shiftLeft(62);

    final RateLimiterConfig config;

    /** Whether burst was set nowhere, so that it changes with permits. */
    final boolean burstFollowsPermits;

    final Gcra rule;
    final long unitsPerNano;

    /** The longest wait, in units. */
    final long maxWait;

    /** How far from the origin of an epoch its units reach. */
    final long horizonNanos;

    Quota(RateLimiterConfig config, boolean burstFollowsPermits) {
        this(config, burstFollowsPermits, 0);
    }

    private Quota(RateLimiterConfig config, boolean burstFollowsPermits, long debt) {
        this.config = config;
        this.burstFollowsPermits = burstFollowsPermits;
        BigInteger period = BigInteger.valueOf(config.period().toNanos());
        BigInteger permits = BigInteger.valueOf(config.permits());
        BigInteger usedUp = BigInteger.valueOf(Math.max(config.burst(), debt));
        BigInteger exact = permits.divide(period.gcd(permits));
        BigInteger burstFits = largestScale(period, permits, usedUp, MAX_BURST);
        BigInteger waitFits =
                BigInteger.valueOf(MAX_SPAN)
                        .divide(BigInteger.valueOf(saturatedNanos(config.maxWait())).max(ONE))
                        .max(largestScale(period, permits, MAX_WAITING, MAX_SPAN));
        unitsPerNano = exact.min(burstFits).min(waitFits).max(ONE).longValueExact();
        long interval =
                period.multiply(BigInteger.valueOf(unitsPerNano)).divide(permits).longValueExact();
        rule = new Gcra(interval, (config.burst() - 1L) * interval);
        horizonNanos = MAX_SPAN / unitsPerNano;
        maxWait = Math.min(saturatedNanos(config.maxWait()), horizonNanos) * unitsPerNano;
    }

    /** This quota with some attributes changed; a burst that was never set follows permits. */
    Quota changed(Consumer<RateLimiterConfig.Builder> changes) {
        RateLimiterConfig.Builder builder =
                RateLimiterConfig.builder()
                        .permits(config.permits())
                        .period(config.period())
                        .maxWait(config.maxWait())
                        .enabled(config.enabled())
                        .maxKeys(config.maxKeys())
                        .shadow(config.shadow())
                        .scope(config.scope())
                        .onStoreFailure(config.onStoreFailure())
                        .leases(config.leases());
        if (!burstFollowsPermits) {
            builder.burst(config.burst());
        }
        changes.accept(builder);
        return new Quota(
                builder.build(), !builder.values().containsKey(RateLimiterAttribute.BURST));
    }

    /** This quota in units in which what was used up of another one fits as well. */
    Quota carrying(Quota other, long units) {
        return units <= 0
                ? this
                : new Quota(config, burstFollowsPermits, units / other.rule.interval() + 1);
    }

    /** The largest number of units to a nanosecond with which so many intervals fit. */
    private static BigInteger largestScale(
            BigInteger period, BigInteger permits, BigInteger intervals, long units) {
        return BigInteger.valueOf(units).multiply(permits).divide(intervals.multiply(period));
    }

    static long saturatedNanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0
                ? Long.MAX_VALUE
                : duration.toNanos();
    }

    /**
     * A slot that a waiting call can start from. Without tolerance it can do so at one moment only,
     * which must be one that the clock shows: the next whole nanosecond.
     */
    long onClock(long slot) {
        return rule.tolerance() == 0 ? -Math.floorDiv(-slot, unitsPerNano) * unitsPerNano : slot;
    }

    /**
     * How long before the origin of an epoch its units reach, with as much left for threads whose
     * reading of the clock is old.
     */
    long longestPauseNanos() {
        return horizonNanos / 2;
    }

    /** Whole nanoseconds that cover so many units, zero or more. */
    long nanosCovering(long units) {
        return units <= 0 ? 0 : (units - 1) / unitsPerNano + 1;
    }

    /**
     * Units of another quota as units of this one, counted in permits: as many emission intervals
     * here as there, ahead of now or behind. Rounded up, so that nothing is given away, and at most
     * 2<sup>62</sup> either way.
     */
    long inPermitsOf(Quota other, long units) {
        BigInteger[] permits =
                BigInteger.valueOf(units)
                        .multiply(BigInteger.valueOf(rule.interval()))
                        .divideAndRemainder(BigInteger.valueOf(other.rule.interval()));
        BigInteger up = permits[1].signum() > 0 ? permits[0].add(ONE) : permits[0];
        return up.min(MAX_AHEAD).max(MAX_AHEAD.negate()).longValueExact();
    }
}
