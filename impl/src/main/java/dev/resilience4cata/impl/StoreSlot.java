// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

/**
 * A permit that a store granted to a call: its own until it starts or gives it back. Immutable, so
 * safe to share between threads.
 */
final class StoreSlot extends Verdict {

    private final ClusterGate gate;
    private final ClusterQuota quota;

    /** Where the slot ends on the schedule, as a time of the store. */
    private final long endNanos;

    /** The moment from which the call may start, as a time of the clock. */
    private final long dueNanos;

    private final boolean later;

    /**
     * Creates a slot.
     *
     * @param answeredNanos when the answer came
     * @param waitNanos how long the call has to wait from then on
     */
    StoreSlot(
            ClusterGate gate,
            ClusterQuota quota,
            long endNanos,
            long answeredNanos,
            long waitNanos) {
        this.gate = gate;
        this.quota = quota;
        this.endNanos = endNanos;
        this.dueNanos = answeredNanos + waitNanos;
        this.later = waitNanos > 0;
    }

    @Override
    boolean isWaiting() {
        return true;
    }

    @Override
    long dueNanos() {
        return dueNanos;
    }

    @Override
    boolean isOfLaterPermit() {
        return later;
    }

    @Override
    boolean start(long now) {
        return !gate.isClosed();
    }

    @Override
    void giveBack() {
        gate.giveBack(quota, endNanos, 1);
    }
}
