// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterConfig;
import java.math.BigInteger;
import java.time.Duration;

/**
 * The rule of the limiter as it is written down, in fractions: naive, slow and never rounded. Times
 * are nanoseconds since any moment, of any size; only the start of a waiting call is rounded up, to
 * the next moment that a clock can show.
 *
 * <p>Where a limiter cannot hold its emission interval exactly (see {@link Quota}) it may be up to
 * {@link #INEXACT} shorter. There the oracle knows the range of the right answers, from the
 * shortest allowed interval to the exact one; everywhere else the range is a single answer.
 */
final class GcraOracle {

    /** One part in a hundred million, a hundredth of what S4 allows. */
    static final Rational INEXACT = Rational.of(1, 100_000_000);

    private static final BigInteger BURST_UNITS = BigInteger.ONE.shiftLeft(61);
    private static final BigInteger WAIT_UNITS = BigInteger.ONE.shiftLeft(60);
    private static final BigInteger WAITING_CALLS = BigInteger.ONE.shiftLeft(28);

    private final RateLimiterConfig config;
    private final Rational interval;
    private final Rational shortestInterval;
    private final BigInteger maxWait;
    private Rational tat;
    private Rational earliestTat;

    /** A limiter that nobody has called for ever. */
    GcraOracle(RateLimiterConfig config, BigInteger now) {
        this(config, BigInteger.ZERO, whole(now), whole(now));
    }

    private GcraOracle(
            RateLimiterConfig config, BigInteger carried, Rational tat, Rational earliestTat) {
        this.config = config;
        interval = Rational.of(config.period().toNanos(), config.permits());
        maxWait = nanos(config.maxWait());
        shortestInterval =
                isExact(carried) ? interval : interval.times(Rational.of(1).minus(INEXACT));
        this.tat = tat;
        this.earliestTat = earliestTat;
    }

    /**
     * The limiter with other values: as many permits as were used up are used up still (S23). What
     * is left of a debt is rounded up to what the limiter counts in, never more than a nanosecond.
     */
    GcraOracle changed(RateLimiterConfig next, BigInteger now) {
        if (isFull(now)) {
            return new GcraOracle(next, now);
        }
        Rational most = debt(tat, now).dividedBy(shortestInterval);
        Rational least = debt(earliestTat, now).dividedBy(interval);
        BigInteger carried = most.floor().add(BigInteger.ONE);
        GcraOracle changed = new GcraOracle(next, carried, whole(now), whole(now));
        changed.tat = whole(now).plus(most.times(changed.interval)).plus(Rational.of(1));
        changed.earliestTat = whole(now).plus(least.times(changed.shortestInterval));
        return changed;
    }

    /** Whether the debt is less than 36 years with other values; no call waits for longer. */
    boolean debtFits(RateLimiterConfig next, BigInteger now) {
        Rational permits = debt(tat, now).dividedBy(shortestInterval);
        Rational nanos = permits.plus(Rational.of(1)).times(new GcraOracle(next, now).interval);
        return nanos.ceil().compareTo(WAIT_UNITS) <= 0;
    }

    private static Rational debt(Rational tat, BigInteger now) {
        return tat.minus(whole(now)).max(Rational.ZERO);
    }

    /**
     * Whether the limiter must be exact: it counts in parts of a nanosecond, and so many of them
     * fit for a burst, for what was used up before a change, and for the longest wait, be it the
     * configured one or that of the last of very many waiting calls.
     */
    private boolean isExact(BigInteger carried) {
        BigInteger intervalUnits = interval.numerator();
        BigInteger unitsPerNano = interval.denominator();
        BigInteger burstUnits =
                intervalUnits.multiply(BigInteger.valueOf(config.burst()).max(carried));
        BigInteger waitUnits =
                unitsPerNano.multiply(maxWait).min(intervalUnits.multiply(WAITING_CALLS));
        return unitsPerNano.equals(BigInteger.ONE)
                || (burstUnits.compareTo(BURST_UNITS) <= 0 && waitUnits.compareTo(WAIT_UNITS) <= 0);
    }

    Rational shortestInterval() {
        return shortestInterval;
    }

    Rational interval() {
        return interval;
    }

    /** What a call at a moment may be answered. */
    record Answer(BigInteger leastWait, BigInteger mostWait, BigInteger maxWait) {

        boolean mayWait(BigInteger nanos) {
            return nanos.compareTo(leastWait) >= 0
                    && nanos.compareTo(mostWait) <= 0
                    && nanos.compareTo(maxWait) <= 0;
        }

        boolean mayReject() {
            return mostWait.compareTo(maxWait) > 0;
        }
    }

    Answer call(BigInteger now) {
        return new Answer(leastWait(now), mostWait(now), maxWait);
    }

    /** Takes note of a call that started, or will start, at a moment. */
    void started(BigInteger at) {
        tat = tat.max(whole(at)).plus(interval);
        earliestTat = earliestTat.max(whole(at)).plus(shortestInterval);
    }

    /** Takes note of several calls that started at once. */
    void started(BigInteger at, long calls) {
        tat = tat.max(whole(at)).plus(interval.times(calls));
        earliestTat = earliestTat.max(whole(at)).plus(shortestInterval.times(calls));
    }

    /** Nanoseconds until a call passes, rounded up to what a clock can show; zero if now. */
    BigInteger leastWait(BigInteger now) {
        return wait(earliestTat, interval, now).ceil().max(BigInteger.ZERO);
    }

    BigInteger mostWait(BigInteger now) {
        return wait(tat, shortestInterval, now).ceil().max(BigInteger.ZERO);
    }

    /** Calls that pass now, one after the other, in the worst case. */
    BigInteger leastAvailable(BigInteger now) {
        return available(wait(tat, shortestInterval, now), interval);
    }

    /** Calls that pass now, one after the other, in the best case. */
    BigInteger mostAvailable(BigInteger now) {
        return available(wait(earliestTat, interval, now), shortestInterval);
    }

    /** Whether no doubt is left that a whole burst is there. */
    boolean isFull(BigInteger now) {
        return tat.compareTo(whole(now)) <= 0;
    }

    /** When the whole burst will be there again, rounded up; not after now if it is. */
    BigInteger full() {
        return tat.ceil();
    }

    private Rational wait(Rational tat, Rational interval, BigInteger now) {
        Rational tau = interval.times(config.burst() - 1L);
        Rational due = tat.max(whole(now)).minus(tau);
        return due.minus(whole(now));
    }

    private BigInteger available(Rational wait, Rational interval) {
        if (wait.signum() > 0) {
            return BigInteger.ZERO;
        }
        return Rational.ZERO
                .minus(wait)
                .dividedBy(interval)
                .floor()
                .add(BigInteger.ONE)
                .min(BigInteger.valueOf(config.burst()));
    }

    static BigInteger nanos(Duration duration) {
        return BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(duration.getNano()));
    }

    private static Rational whole(BigInteger number) {
        return new Rational(number, BigInteger.ONE);
    }
}
