// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Permits that a gate holds before calls need them, so that not each call costs a question. As many
 * as are likely to be used within 50 ms, never more than {@link ClusterQuota#mostLeased}, and none
 * for keys with fewer than two calls in that time. The store has counted them when it granted them,
 * so a window has at most as many too many as are held. What is left a second after the last were
 * asked for is given back, though the store takes only what is still the last on the schedule.
 *
 * <p>Safe for use by several threads. Taking a permit takes no lock; while the lock is held,
 * nothing else is called.
 */
final class Leases {

    /** What {@link #take} returns if nothing is held. */
    static final long NONE = Long.MIN_VALUE;

    /** For how long a lease is meant to last. */
    private static final double AHEAD_NANOS = 50_000_000;

    private static final long LIFETIME_NANOS = 1_000_000_000;

    /** With which part of it left a lease is renewed, more or less. */
    private static final double RENEWAL = 0.3;

    /** How much more or less, so that instances do not ask all at once. */
    private static final double JITTER = 0.2;

    private static final VarHandle LEFT;

    static {
        try {
            LEFT = MethodHandles.lookup().findVarHandle(Lease.class, "left", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Permits of one grant; their slots lie one after the other, and the first is used first. */
    private static final class Lease {

        private final ClusterQuota quota;

        /** Where the last slot ends, as a time of the store. */
        private final long endNanos;

        /** With how many left it is time to ask for more. */
        private final int renewAt;

        private volatile int left;
        private volatile @Nullable Lease next;

        /** How many were left when it was given back; for who does that. */
        private int unused;

        Lease(ClusterQuota quota, long endNanos, int units, int renewAt) {
            this.quota = quota;
            this.endNanos = endNanos;
            this.left = units;
            this.renewAt = renewAt;
        }
    }

    private final ClusterGate gate;
    private final Clock clock;
    private final Clock.Timer timer;
    private final ReentrantLock lock = new ReentrantLock();

    private volatile @Nullable Lease oldest;
    private volatile long expiresNanos;
    private volatile boolean renewalDue;

    // Guarded by the lock.
    private @Nullable Lease newest;

    /** How many permits were added and not given back. */
    private long added;

    /** What {@link #added} and those that were left said when more were last wished for. */
    private long usedBefore;

    private long wishedNanos;
    private boolean wished;

    /** How many were last thought to be used in the time to come. */
    private int demand = 1;

    /** What looks for what is too old; null if nothing does. */
    private @Nullable Expiry expiry;

    private boolean closed;

    /**
     * Creates the leases of a gate; none is held.
     *
     * @param gate what is not used is given back there
     * @param timer runs what looks for it
     */
    Leases(ClusterGate gate, Clock clock, Clock.Timer timer) {
        this.gate = gate;
        this.clock = clock;
        this.timer = timer;
    }

    /**
     * Takes a permit.
     *
     * @return where its slot ends, as a time of the store, or {@link #NONE}
     */
    long take(ClusterQuota quota, long now) {
        Lease first = oldest;
        if (first == null || now - expiresNanos >= 0) {
            return NONE;
        }
        for (Lease lease = first; lease != null; lease = lease.next) {
            if (lease.quota == quota) {
                int left = lease.left;
                while (left > 0 && !LEFT.compareAndSet(lease, left, left - 1)) {
                    left = lease.left;
                }
                if (left > 0) {
                    if (left - 1 == lease.renewAt) {
                        renewalDue = true;
                    }
                    return lease.endNanos - (left - 1) * quota.unitNanos;
                }
            }
        }
        return NONE;
    }

    /** Whether so few are left that it is time to ask for more. */
    boolean isRenewalDue() {
        return renewalDue;
    }

    /**
     * How many permits to ask for beside those for calls. Grows twofold from one question to the
     * next, so that a few calls in quick succession are no reason to hold many.
     *
     * @param calls how many calls are asked for
     * @param room how many permits the store is thought to have
     */
    int wish(ClusterQuota quota, int calls, long room, long now) {
        lock.lock();
        try {
            renewalDue = false;
            long used = added - all();
            long came = used - usedBefore + calls;
            if (came == 0) {
                return 0; // whoever counted them has asked, too
            }
            double expected = came * AHEAD_NANOS / Math.max(1, now - wishedNanos);
            double most = Math.min(Math.ceil(expected), 2.0 * Math.max(1, demand));
            demand = wished ? (int) most : 1;
            usedBefore = used;
            wishedNanos = now;
            wished = true;
            int lease = Math.min(quota.mostLeased, demand);
            return lease < 2 ? 0 : (int) Math.max(0, Math.min(lease - sum(quota), room - calls));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds what was granted.
     *
     * @param endNanos where the slot of the last of them ends, as a time of the store
     * @param askedNanos when the store was asked
     */
    void add(ClusterQuota quota, long endNanos, int units, long askedNanos) {
        lock.lock();
        try {
            Lease first = oldest;
            while (first != null && (first.left == 0 || first.quota != quota)) {
                // Of another configuration, so not the last: the store would not take it back.
                added -= (int) LEFT.getAndSet(first, 0);
                first = first.next;
            }
            oldest = first;
            double jitter = ThreadLocalRandom.current().nextDouble(1 - JITTER, 1 + JITTER);
            int renewAt = (int) ((all() + units) * RENEWAL * jitter);
            Lease lease = new Lease(quota, endNanos, units, Math.min(renewAt, units - 1));
            if (first == null) {
                oldest = lease;
            } else {
                Objects.requireNonNull(newest).next = lease;
            }
            newest = lease;
            added += units;
            expiresNanos = askedNanos + LIFETIME_NANOS;
        } finally {
            lock.unlock();
        }
    }

    private long all() {
        long sum = 0;
        for (Lease lease = oldest; lease != null; lease = lease.next) {
            sum += lease.left;
        }
        return sum;
    }

    /** How many permits are held that calls can have. */
    int held(ClusterQuota quota, long now) {
        return now - expiresNanos < 0 ? sum(quota) : 0;
    }

    /** How many there are, too old or not. */
    private int sum(ClusterQuota quota) {
        int sum = 0;
        for (Lease lease = oldest; lease != null; lease = lease.next) {
            sum += lease.quota == quota ? lease.left : 0;
        }
        return sum;
    }

    /** To be called once something was added: makes sure that it is given back some time. */
    void watch() {
        Expiry next;
        long due;
        lock.lock();
        try {
            if (expiry != null || closed || oldest == null) {
                return;
            }
            next = new Expiry();
            expiry = next;
            due = expiresNanos;
        } finally {
            lock.unlock();
        }
        schedule(next, due);
    }

    @SuppressWarnings("EmptyCatch")
    private void schedule(Expiry next, long due) {
        Future<?> task = null;
        try {
            task = clock.schedule(next, due, timer);
        } catch (RuntimeException e) {
            // No thread, or a clock that is gone: then the schedule gets over it by itself.
        }
        boolean late;
        lock.lock();
        try {
            next.task = task;
            if (task == null && expiry == next) {
                expiry = null;
            }
            late = closed;
        } finally {
            lock.unlock();
        }
        if (late && task != null) {
            task.cancel(false);
        }
    }

    /** Gives back what is too old when it is due, and comes again if something is not. */
    private final class Expiry implements StartTimer.Start {

        /** Guarded by the lock. */
        private @Nullable Future<?> task;

        @Override
        public void run() {
            long now = clock.nanoTime();
            boolean over;
            lock.lock();
            try {
                if (expiry == this) {
                    expiry = null;
                }
                over = now - expiresNanos >= 0;
            } finally {
                lock.unlock();
            }
            if (over) {
                giveBack();
            }
            watch();
        }

        @Override
        public void refused(Exception refusal) {
            run(); // needs no thread of the application
        }
    }

    /** Gives back all that is held: the last first, since the store takes back only the last. */
    void giveBack() {
        Deque<Lease> unused = new ArrayDeque<>();
        lock.lock();
        try {
            for (Lease lease = oldest; lease != null; lease = lease.next) {
                lease.unused = (int) LEFT.getAndSet(lease, 0);
                added -= lease.unused;
                unused.push(lease);
            }
            oldest = null;
            newest = null;
        } finally {
            lock.unlock();
        }
        for (Lease each : unused) {
            if (each.unused > 0) {
                gate.giveBack(each.quota, each.endNanos, each.unused);
            }
        }
    }

    /** Gives back all that is held, and looks no more; nothing is to be added any more. */
    void close() {
        Future<?> task;
        lock.lock();
        try {
            closed = true;
            task = expiry == null ? null : expiry.task;
        } finally {
            lock.unlock();
        }
        if (task != null) {
            task.cancel(false);
        }
        giveBack();
    }
}
