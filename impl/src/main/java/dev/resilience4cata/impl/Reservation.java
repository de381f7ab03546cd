// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a call: {@link #ADMITTED}, {@link #REFUSED}, or a slot that is due later and
 * belongs to the call until it starts or gives it back. Immutable, so safe to share between
 * threads.
 */
final class Reservation {

    /** The call may run now. */
    static final Reservation ADMITTED = new Reservation(null, 0, 0);

    /** The call must not run. */
    static final Reservation REFUSED = new Reservation(null, 0, 0);

    /** The epoch whose units {@link #slot} is in; null in the two constants. */
    private final @Nullable Epoch epoch;

    /** The latest moment at which the call may start. */
    final long slot;

    /** The moment from which the call may start, as a time of the clock. */
    final long dueNanos;

    Reservation(@Nullable Epoch epoch, long slot, long dueNanos) {
        this.epoch = epoch;
        this.slot = slot;
        this.dueNanos = dueNanos;
    }

    /** The slot in the units of the limiter's current epoch. */
    long slotIn(Epoch current) {
        return epoch == null ? slot : epoch.in(current, slot);
    }
}
