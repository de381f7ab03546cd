// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a limiter's life with one quota and one origin of time: the theoretical arrival
 * time, counted in the quota's units since the origin. A limiter moves on to a new epoch when it is
 * reconfigured, when it is drained and when the units no longer reach; the old one is sealed, so
 * that a thread that still holds it loses its compare-and-set and comes back. The origin is the
 * moment of the change, or the end of a pause, if one is to come.
 *
 * <p>Safe for use by several threads; {@link #successor} and what belongs to it is written by
 * {@link GcraLimiter} under its lock.
 */
final class Epoch {

    /**
     * The state of an epoch in which nobody can take a slot: it is over, it has not begun because
     * no call came yet, or it is held still.
     */
    static final long SEALED = Long.MIN_VALUE;

    /** So long ago that a whole burst is there, whatever the clock of a delayed thread says. */
    static final long LONG_AGO = -(1L << 61);

    private static final VarHandle TAT;

    static {
        try {
            TAT = MethodHandles.lookup().findVarHandle(Epoch.class, "tat", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Quota quota;
    final long originNanos;

    /** Whether calls are counted. A call looks at it before it reads the clock. */
    final boolean enabled;

    /** Whether a call can be refused: in shadow mode it is counted and passes. */
    final boolean enforced;

    /** Whether there is a pause before the origin. */
    private final boolean paused;

    /** Whether slots were given back that lie before others in use; almost always false. */
    volatile boolean hasFreeSlots;

    private volatile long tat;

    /** The epoch that follows. */
    private @Nullable Epoch successor;

    private Epoch(Quota quota, long originNanos, long tat, boolean paused) {
        this(quota, originNanos, tat, paused, quota.config.enabled());
    }

    private Epoch(Quota quota, long originNanos, long tat, boolean paused, boolean enabled) {
        this.quota = quota;
        this.paused = paused;
        this.enabled = enabled;
        this.enforced = enabled && !quota.config.shadow();
        this.originNanos = originNanos;
        this.tat = tat;
    }

    /** The epoch of a limiter that was never called: sealed, so that the first call begins one. */
    static Epoch notBegun(Quota quota) {
        return new Epoch(quota, 0, SEALED, false);
    }

    /**
     * Seals this epoch and begins the next, in which what was used up stays used up. What is left
     * of a pause stays as long as it is, as far as the units of the next quota reach.
     */
    Epoch next(Quota nextQuota, long nowNanos) {
        if (!isPaused(nowNanos)) {
            return next(nextQuota, nowNanos, false);
        }
        long left = Math.min(originNanos - nowNanos, nextQuota.longestPauseNanos());
        return next(nextQuota, nowNanos + left, true);
    }

    /**
     * Seals this epoch and begins one with a pause: no slot is handed out from which a call could
     * start before the given time, and then no more than from a limiter that is used up.
     */
    Epoch pausedUntil(long endNanos) {
        return next(quota, endNanos, true);
    }

    private Epoch next(Quota nextQuota, long nextOriginNanos, boolean pausedNext) {
        long last = hold();
        long ahead = last == SEALED ? LONG_AGO : ahead(last, nextOriginNanos);
        Quota carrying = nextQuota.carrying(quota, ahead);
        long nextTat = Math.max(lowest(carrying, pausedNext), inPermitsOf(carrying, ahead));
        Epoch next = new Epoch(carrying, nextOriginNanos, nextTat, pausedNext);
        successor = next;
        return next;
    }

    /** Whether a pause ends later than a time: no new call starts before the origin. */
    boolean isPaused(long nowNanos) {
        return paused && originNanos - nowNanos > 0;
    }

    /** The first moment, from a time on, that may be handed out as a slot. */
    long firstSlot(long at) {
        return Math.max(at, lowest());
    }

    /** No slot before it is handed out. */
    long lowest() {
        return lowest(quota, paused);
    }

    /** From it a call can start at the origin, but not before. */
    private static long lowest(Quota quota, boolean paused) {
        return paused ? quota.rule.tolerance() : LONG_AGO;
    }

    /** Holds the epoch still, and says where it stands; under the lock of its limiter. */
    long hold() {
        return (long) TAT.getAndSet(this, SEALED);
    }

    /** Lets an epoch that was held go on. */
    void resume(long heldTat) {
        tat = heldTat;
    }

    /**
     * Ends the last epoch; nobody takes a slot in it afterwards. What follows is disabled, so that
     * a call finds that the limiter is closed before it reads the clock, which may be gone by then.
     */
    Epoch end() {
        tat = SEALED;
        return new Epoch(quota, originNanos, SEALED, false, false);
    }

    long tat() {
        return tat;
    }

    boolean moveTat(long expected, long next) {
        return TAT.compareAndSet(this, expected, next);
    }

    /** Whether the units of this epoch reach to a time. */
    boolean reaches(long nowNanos) {
        return nowNanos - originNanos <= quota.horizonNanos;
    }

    /**
     * A time that this epoch reaches, in its units. A clock reading from before the epoch counts as
     * no earlier than one horizon ago.
     */
    long at(long nowNanos) {
        long elapsed = nowNanos - originNanos;
        // Not Math.max, for the reason given in Gcra.slot.
        return (elapsed < -quota.horizonNanos ? -quota.horizonNanos : elapsed) * quota.unitsPerNano;
    }

    /**
     * A moment of this epoch in the units of the latest one. It keeps its distance to the origin of
     * each that follows, counted in permits.
     */
    long inLatest(long moment) {
        long translated = moment;
        for (Epoch e = this; e.successor != null; e = e.successor) {
            long ahead = e.ahead(translated, e.successor.originNanos);
            translated = e.inPermitsOf(e.successor.quota, ahead);
        }
        return translated;
    }

    /** How far a moment is ahead of a time. */
    private long ahead(long moment, long nowNanos) {
        long elapsed = nowNanos - originNanos;
        return elapsed > Long.MAX_VALUE / 2 / quota.unitsPerNano
                ? LONG_AGO
                : moment - elapsed * quota.unitsPerNano;
    }

    private long inPermitsOf(Quota next, long ahead) {
        return ahead <= LONG_AGO ? LONG_AGO : Math.max(LONG_AGO, next.inPermitsOf(quota, ahead));
    }
}
