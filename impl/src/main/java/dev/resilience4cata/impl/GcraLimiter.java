// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands out slots of the schedule: one number of state, one read of the clock and one
 * compare-and-set for an admitted call, reads only for a refused one. It never sleeps; what waits
 * for a slot is told when it is due.
 *
 * <p>Slots that are given back while later ones are in use are kept aside ({@link FreeSlots}):
 * every call owns a slot {@code V}, slots lie at least one emission interval apart, and a call may
 * start at any moment of {@code [V - tolerance, V]}, which is what keeps every window within {@code
 * burst + floor(window / interval)} starts. Everything but the ordinary path runs under a lock.
 *
 * <p>Safe for use by several threads.
 */
final class GcraLimiter {

    /** Measured; see docs/internals/contention.md. */
    private static final int PAUSES_AFTER_A_LOST_RACE = 128;

    private static final VarHandle LOCK;

    static {
        try {
            LOCK =
                    MethodHandles.lookup()
                            .findVarHandle(GcraLimiter.class, "lock", ReentrantLock.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Clock clock;

    /** Made by the first call: many limiters are never called. */
    private volatile @Nullable ReentrantLock lock;

    private final FreeSlots freeSlots = new FreeSlots();
    private volatile Epoch epoch;
    private volatile boolean closed;

    /** Whether another limiter takes the place of this one; it stands still then. */
    private volatile boolean retired;

    /** Where the schedule stands while it is held. Guarded by the lock. */
    private long heldTat = Epoch.SEALED;

    GcraLimiter(Quota quota, Clock clock) {
        this.clock = clock;
        this.epoch = Epoch.notBegun(quota);
    }

    private ReentrantLock lock() {
        ReentrantLock existing = lock;
        if (existing != null) {
            return existing;
        }
        ReentrantLock created = new ReentrantLock();
        // With exactly the types of the field, so that the JDK needs no adapter.
        ReentrantLock first =
                (ReentrantLock) LOCK.compareAndExchange(this, (ReentrantLock) null, created);
        return first == null ? created : first;
    }

    /** Takes the earliest slot that the call may wait for, or says that there is none. */
    Reservation acquire() {
        Epoch e = epoch;
        if (!e.enabled) {
            return uncounted();
        }
        long now = clock.nanoTime();
        while (true) {
            long tat = e.tat();
            if (tat == Epoch.SEALED || !e.reaches(now)) {
                e = settled(now);
                if (!e.enabled) {
                    return uncounted();
                }
                continue;
            }
            if (e.hasFreeSlots) {
                Reservation free = takeFreeSlot(now);
                if (free != null) {
                    return free;
                }
            }
            Quota quota = e.quota;
            long at = e.at(now);
            long wait = quota.rule.waitFor(tat, at);
            if (wait > quota.maxWait) {
                return Reservation.REFUSED;
            }
            if (wait > 0) {
                Reservation reserved = reserve(e, tat, now);
                if (reserved != null) {
                    return reserved;
                }
            } else if (e.moveTat(tat, quota.rule.next(quota.rule.slot(tat, at)))) {
                return Reservation.ADMITTED;
            }
            stepAside();
            e = epoch;
        }
    }

    private Reservation uncounted() {
        requireOpen();
        return retired ? Reservation.RETIRED : Reservation.ADMITTED;
    }

    /**
     * Whoever lost the race steps aside for a few microseconds: the winners then move the one
     * shared value between cores less often than if all kept trying. Parking does that too, but for
     * many times as long, which a call that only rarely meets another pays in full.
     */
    private static void stepAside() {
        for (int i = 0; i < PAUSES_AFTER_A_LOST_RACE; i++) {
            Thread.onSpinWait();
        }
    }

    private @Nullable Reservation reserve(Epoch e, long tat, long now) {
        long slot = e.quota.onClock(e.quota.rule.slot(tat, e.at(now)));
        return e.moveTat(tat, e.quota.rule.next(slot)) ? reservation(e, slot, now) : null;
    }

    private Reservation reservation(Epoch e, long slot, long now) {
        return new Reservation(this, e, slot, dueNanos(e, slot, now), null);
    }

    /** The first moment, from a time on, at which the call of a slot may start. */
    private static long dueNanos(Epoch e, long slot, long fromNanos) {
        long wait = e.quota.rule.waitFor(slot, e.at(fromNanos));
        return fromNanos + e.quota.nanosCovering(wait);
    }

    /** Takes a slot that was given back, or returns null if there is none within maxWait. */
    private @Nullable Reservation takeFreeSlot(long now) {
        lock().lock();
        try {
            Epoch e = settled(now);
            long at = e.at(now);
            OptionalLong free = earliestFree(e, at);
            Reservation taken = null;
            if (free.isPresent()) {
                long slot = free.getAsLong();
                long wait = e.quota.rule.waitFor(slot, at);
                if (wait <= e.quota.maxWait) {
                    freeSlots.take(e.quota, at, slot);
                    taken = wait > 0 ? reservation(e, slot, now) : Reservation.ADMITTED;
                }
            }
            tidyFreeSlots(e, at);
            return taken;
        } finally {
            lock().unlock();
        }
    }

    /**
     * To be called when a reserved call starts: if an earlier slot is free, the call starts from
     * that one and frees its own, so that a slot that was given back is not lost while the queue
     * moves on.
     *
     * @return false if the limiter was closed; the call must not start
     */
    boolean start(Reservation reservation, long now) {
        lock().lock();
        try {
            if (closed) {
                return false;
            }
            if (retired) {
                return true; // so late that even what came after it has passed
            }
            Epoch e = settled(now);
            Gcra rule = e.quota.rule;
            long at = e.at(now);
            long own = reservation.slot();
            long earlier = freeSlots.earliestBelow(e.quota, e.firstSlot(at), own).orElse(own);
            if (earlier < own && earlier - rule.tolerance() <= at) {
                freeSlots.take(e.quota, at, earlier);
                long gap = freeSlots.closeBelow(e.quota, own);
                free(e, Math.max(gap, rule.next(earlier)), own);
            }
            tidyFreeSlots(e, at);
            return true;
        } finally {
            lock().unlock();
        }
    }

    /** Gives a slot back whose call has not started and will not. */
    void giveBack(Reservation reservation) {
        lock().lock();
        try {
            if (closed || retired) {
                return;
            }
            long now = clock.nanoTime();
            Epoch e = settled(now);
            long slot = reservation.slot();
            free(e, freeSlots.closeBelow(e.quota, slot), slot);
            tidyFreeSlots(e, e.at(now));
        } finally {
            lock().unlock();
        }
    }

    /** The newest slot moves the schedule back to the gap below it; another one leaves a gap. */
    private void free(Epoch e, long earliest, long slot) {
        long tat = e.tat();
        boolean newest = FreeSlots.isSame(e.quota, e.quota.rule.next(slot), tat);
        if (!newest || !e.moveTat(tat, Math.max(earliest, e.lowest()))) {
            freeSlots.open(e.quota, earliest, slot);
        }
    }

    private void tidyFreeSlots(Epoch e, long at) {
        freeSlots.expire(at);
        e.hasFreeSlots = earliestFree(e, at).isPresent();
    }

    /** The earliest slot from a time on that a call may take which has none yet. */
    private OptionalLong earliestFree(Epoch e, long at) {
        return freeSlots.earliest(e.quota, e.firstSlot(at));
    }

    /**
     * Whether calls can be refused: the first question of a call that needs several limiters,
     * before it reads the clock.
     *
     * @throws ResilienceException R4C-REG-010 if the limiter was closed
     */
    boolean isEnforced() {
        boolean enforced = epoch.enforced;
        if (!enforced) {
            requireOpen();
        }
        return enforced;
    }

    /** The longest that a call may wait. */
    long maxWaitNanos() {
        Epoch e = epoch;
        return e.enforced ? e.quota.maxWait / e.quota.unitsPerNano : Long.MAX_VALUE;
    }

    /** How long a call would have to wait; reads only, but for the rare case of free slots. */
    long waitNanos(long now) {
        Epoch e = epoch;
        if (!e.enforced) {
            return 0;
        }
        long tat = e.tat();
        if (tat != Epoch.SEALED && e.reaches(now) && !e.hasFreeSlots) {
            return e.quota.nanosCovering(e.quota.rule.waitFor(tat, e.at(now)));
        }
        return viewBesideFreeSlots(now).nanosToNextPermit();
    }

    /**
     * Holds the schedule still until {@link #release()}, so that a call can look at several
     * limiters and take a slot of each or of none. Others who come meanwhile queue for the lock.
     *
     * @throws ResilienceException R4C-REG-010 if the limiter was closed; nothing is held then
     */
    void hold(long now) {
        lock().lock();
        try {
            if (isEnforced()) {
                heldTat = settled(now).hold();
            }
        } catch (Throwable e) {
            lock().unlock();
            throw e;
        }
    }

    /** The first moment from a time on at which a call may start; while held. */
    long startFrom(long fromNanos) {
        return isHeld() ? dueNanos(epoch, slotFrom(fromNanos), fromNanos) : fromNanos;
    }

    /**
     * Takes a slot for a call that starts at a moment that {@link #startFrom} gave; while held.
     * What lies below the slot is left to others.
     *
     * @param other what the call has of other limiters
     * @return what it has with this one
     */
    @Nullable Reservation take(long now, long startNanos, @Nullable Reservation other) {
        if (!isHeld()) {
            return other;
        }
        Epoch e = epoch;
        Gcra rule = e.quota.rule;
        long at = e.at(now);
        long slot = slotFrom(startNanos);
        if (slot < heldTat) {
            freeSlots.take(e.quota, at, slot);
        } else {
            freeSlots.leave(rule.slot(heldTat, at), slot);
            heldTat = rule.next(slot);
        }
        tidyFreeSlots(e, at);
        return startNanos - now > 0 ? new Reservation(this, e, slot, startNanos, other) : other;
    }

    /** Lets a schedule that was held go on. */
    void release() {
        if (isHeld()) {
            epoch.resume(heldTat);
            heldTat = Epoch.SEALED;
        }
        lock().unlock();
    }

    private boolean isHeld() {
        return heldTat != Epoch.SEALED;
    }

    private long slotFrom(long fromNanos) {
        Epoch e = epoch;
        long at = e.at(fromNanos);
        OptionalLong free = earliestFree(e, at);
        return free.isPresent()
                ? free.getAsLong()
                : e.quota.onClock(e.quota.rule.slot(heldTat, at));
    }

    /** Whether something of slots that were given back is kept. */
    boolean hasGaps() {
        lock().lock();
        try {
            return !freeSlots.isEmpty();
        } finally {
            lock().unlock();
        }
    }

    /** What a caller would see now; changes nothing. */
    View view() {
        Epoch e = epoch;
        if (!e.enabled) {
            return unused(e);
        }
        long now = clock.nanoTime();
        long tat = e.tat();
        while (tat == Epoch.SEALED || !e.reaches(now)) {
            e = settled(now);
            if (!e.enabled) {
                return unused(e);
            }
            tat = e.tat();
        }
        return e.hasFreeSlots
                ? viewBesideFreeSlots(now)
                : view(
                        e,
                        e.quota.rule.waitFor(tat, e.at(now)),
                        e.quota.rule.conforming(tat, e.at(now)));
    }

    private View unused(Epoch e) {
        requireOpen();
        return View.unused(e.quota);
    }

    private View viewBesideFreeSlots(long now) {
        lock().lock();
        try {
            Epoch e = settled(now);
            Gcra rule = e.quota.rule;
            long at = e.at(now);
            long tat = e.tat();
            OptionalLong free = earliestFree(e, at);
            long startable = freeSlots.startable(rule, e.firstSlot(at), at);
            return view(
                    e, rule.waitFor(free.orElse(tat), at), startable + rule.conforming(tat, at));
        } finally {
            lock().unlock();
        }
    }

    private static View view(Epoch e, long wait, long available) {
        return new View(e.quota.config, (int) available, e.quota.nanosCovering(wait));
    }

    /**
     * A limiter at one moment.
     *
     * @param config how it is configured
     * @param availablePermits calls that would pass without waiting
     * @param nanosToNextPermit time until one passes; zero if one passes now
     */
    record View(RateLimiterConfig config, int availablePermits, long nanosToNextPermit) {

        /** With all permits there. */
        static View unused(Quota quota) {
            return new View(quota.config, quota.config.burst(), 0);
        }
    }

    /** The current quota. */
    Quota quota() {
        return epoch.quota;
    }

    /**
     * The current quota of a limiter in use.
     *
     * @throws ResilienceException R4C-REG-010 if the limiter was closed
     */
    Quota openQuota() {
        requireOpen();
        return quota();
    }

    /** Whether calls are counted. */
    boolean isEnabled() {
        return epoch.enabled;
    }

    /**
     * Changes the quota; calls that wait keep the time they were promised.
     *
     * @return false if the current quota is no longer the expected one; nothing has changed
     */
    boolean reconfigure(Quota expected, Quota next) {
        lock().lock();
        try {
            requireOpen();
            if (epoch.quota != expected) {
                return false;
            }
            if (epoch.tat() == Epoch.SEALED) {
                epoch = Epoch.notBegun(next);
            } else {
                long now = clock.nanoTime();
                moveOn(epoch, epoch.next(next, now), now);
            }
            return true;
        } finally {
            lock().unlock();
        }
    }

    /**
     * Takes all permits, and lets no call pass for a time that has no slot yet. What comes later
     * anyway stays as late.
     *
     * @param nanos zero or more
     * @return false if the limiter was retired; nothing has changed
     */
    boolean drain(long nanos) {
        lock().lock();
        try {
            requireOpen();
            if (retired || !epoch.enabled) {
                return !retired;
            }
            long now = clock.nanoTime();
            Epoch e = settled(now);
            long end = now + Math.min(nanos, e.quota.longestPauseNanos());
            if (!e.isPaused(end)) {
                moveOn(e, e.pausedUntil(end), now);
            }
            return true;
        } finally {
            lock().unlock();
        }
    }

    /**
     * Retires the limiter if all its permits are back, so that it can be dropped and nobody gets
     * anything by it.
     *
     * @return the time of the clock from which on that is so, as far as can be told now; not after
     *     the given time if it was retired
     */
    long retire(long now) {
        lock().lock();
        try {
            if (closed) {
                return now;
            }
            Epoch e = epoch;
            long tat = e.tat();
            if (tat != Epoch.SEALED) { // otherwise no call has come yet
                e = settled(now);
                tidyFreeSlots(e, e.at(now));
                tat = e.tat();
                long ahead = tat - e.at(now);
                if (ahead > 0 || !freeSlots.isEmpty() || !e.moveTat(tat, Epoch.SEALED)) {
                    return now + Math.max(1, e.quota.nanosCovering(ahead));
                }
            }
            retired = true;
            epoch = e.end();
            return now;
        } finally {
            lock().unlock();
        }
    }

    boolean isRetired() {
        return retired;
    }

    /** Hands out nothing from now on; who asks is told that the registry is closed. */
    void close() {
        lock().lock();
        try {
            closed = true;
            epoch = epoch.end();
        } finally {
            lock().unlock();
        }
    }

    /**
     * The current epoch, begun, unsealed and reaching to a time; a disabled one if the limiter was
     * retired.
     *
     * @throws ResilienceException R4C-REG-010 if the limiter was closed
     */
    private Epoch settled(long now) {
        lock().lock();
        try {
            requireOpen();
            Epoch e = epoch;
            if (!retired && (e.tat() == Epoch.SEALED || !e.reaches(now))) {
                return moveOn(e, e.next(e.quota, now), now);
            }
            return e;
        } finally {
            lock().unlock();
        }
    }

    private Epoch moveOn(Epoch old, Epoch next, long now) {
        freeSlots.translate(old::inLatest);
        tidyFreeSlots(next, next.at(now));
        epoch = next;
        return next;
    }

    private void requireOpen() {
        if (closed) {
            throw registryClosed();
        }
    }

    /** What everybody is told who comes after the registry was closed. */
    static ResilienceException registryClosed() {
        return new ResilienceException(
                ErrorCode.REGISTRY_CLOSED,
                "the registry is closed. Use the registry of the running application.");
    }
}
