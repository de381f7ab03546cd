// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

/**
 * What {@link ClusterStore#take} has taken. The units of one grant may be dealt out to several
 * callers: each has its own wait and its own slot. Immutable, so safe to share between threads.
 *
 * @param units how many units were granted; zero if the call was refused
 * @param backlogNanos how far the schedule was ahead before, after a cut; zero or more
 * @param engineNowNanos the time of the store, in nanoseconds since the Unix epoch
 * @param clamped whether the schedule was further ahead than it can be: a clock was set, or the
 *     limit was lowered
 */
public record Grant(int units, long backlogNanos, long engineNowNanos, boolean clamped) {

    /**
     * How long the caller with one of the units has to wait, from when the answer came.
     *
     * @param unit which, from 1
     * @param unitNanos how long one unit is
     * @param capNanos how long the burst is: what conforms at once
     * @return nanoseconds, zero or more
     */
    public long waitOf(int unit, long unitNanos, long capNanos) {
        return Math.max(0, backlogNanos + unit * unitNanos - capNanos);
    }

    /**
     * Where the slot of one of the units ends: the theoretical arrival time right after it, by
     * which it can be given back.
     *
     * @param unit which, from 1
     * @param unitNanos how long one unit is
     * @return nanoseconds since the Unix epoch
     */
    public long slotEndOf(int unit, long unitNanos) {
        return engineNowNanos + backlogNanos + unit * unitNanos;
    }
}
