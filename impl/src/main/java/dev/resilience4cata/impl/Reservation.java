// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a call: {@link #ADMITTED}, {@link #REFUSED}, or a slot that is due later and
 * belongs to the call until it starts or gives it back; of several limiters at once, if the call
 * needs a permit of each. Immutable, so safe to share between threads.
 */
final class Reservation extends Verdict {

    /** The call may run now. */
    static final Reservation ADMITTED = new Reservation();

    /** The call must not run. */
    static final Reservation REFUSED = new Reservation();

    /** The limiter was dropped, for another that takes its place: the call has to ask that one. */
    static final Reservation RETIRED = new Reservation();

    /** Whose slot it is; null if there is none. */
    private final @Nullable GcraLimiter limiter;

    /** The epoch whose units {@link #slot} is in; null if there is none. */
    private final @Nullable Epoch epoch;

    /** The latest moment at which the call may start. */
    private final long slot;

    /** The moment from which the call may start, as a time of the clock. */
    final long dueNanos;

    /** What the same call has of another limiter. */
    private final @Nullable Reservation other;

    /** An answer other than {@link #ADMITTED}, for who wants to tell refusals apart. */
    Reservation() {
        this.limiter = null;
        this.epoch = null;
        this.slot = 0;
        this.dueNanos = 0;
        this.other = null;
    }

    Reservation(
            GcraLimiter limiter,
            Epoch epoch,
            long slot,
            long dueNanos,
            @Nullable Reservation other) {
        this.limiter = limiter;
        this.epoch = epoch;
        this.slot = slot;
        this.dueNanos = dueNanos;
        this.other = other;
    }

    /** The slot in the units of its limiter's latest epoch. */
    long slot() {
        return requireNonNull(epoch).inLatest(slot);
    }

    /** Whether this part of what a call has is of a limiter. */
    boolean isOf(GcraLimiter candidate) {
        return limiter == candidate;
    }

    @Override
    boolean isWaiting() {
        return limiter != null;
    }

    @Override
    long dueNanos() {
        return dueNanos;
    }

    @Override
    boolean start(long now) {
        return requireNonNull(limiter).start(this, now) && (other == null || other.start(now));
    }

    @Override
    void giveBack() {
        try {
            requireNonNull(limiter).giveBack(this);
        } finally {
            if (other != null) {
                other.giveBack();
            }
        }
    }
}
