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
    static final Reservation ADMITTED = new Reservation();

    /** The call must not run. */
    static final Reservation REFUSED = new Reservation();

    /** The epoch whose units {@link #slot} is in; null in the two constants. */
    private final @Nullable Epoch epoch;

    /** The latest moment at which the call may start. */
    private final long slot;

    /** The moment from which the call may start, as a time of the clock. */
    final long dueNanos;

    private Reservation() {
        this.epoch = null;
        this.slot = 0;
        this.dueNanos = 0;
    }

    /** A slot of an epoch, reserved at a time at which it cannot be used yet. */
    Reservation(Epoch epoch, long slot, long nowNanos) {
        this.epoch = epoch;
        this.slot = slot;
        long wait = epoch.quota.rule.waitFor(slot, epoch.at(nowNanos));
        this.dueNanos = nowNanos + epoch.quota.nanosCovering(wait);
    }

    /** The slot in the units of the limiter's current epoch. */
    long slotIn(Epoch current) {
        return epoch == null ? slot : epoch.in(current, slot);
    }
}
