// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

/**
 * The generic cell rate algorithm as two numbers, in units of time that the caller chooses. The
 * state it works on is the theoretical arrival time, {@code tat}: when the next call is due on the
 * evenly spaced schedule. Source: ITU-T Recommendation I.371, virtual scheduling; here with the
 * tolerance counted in whole calls. Immutable, so safe to share between threads.
 *
 * @param interval the emission interval, units between two calls of the schedule, above zero
 * @param tolerance how far calls may run ahead of the schedule, zero or more: {@code (burst - 1) *
 *     interval}
 */
record Gcra(long interval, long tolerance) {

    /** Units until a call conforms; zero or less means that it conforms now. */
    long waitFor(long tat, long now) {
        return slot(tat, now) - tolerance - now;
    }

    /**
     * The slot that a call takes on the schedule; it may start from {@code tolerance} before it.
     */
    long slot(long tat, long now) {
        // Not Math.max: the branch in it is everybody's, so the compiler cannot predict it and
        // waits
        // for the clock. This one it knows.
        return tat > now ? tat : now;
    }

    /** The theoretical arrival time after a call took a slot. */
    long next(long slot) {
        return slot + interval;
    }

    /** Calls that conform now, one after the other. */
    long conforming(long tat, long now) {
        long wait = waitFor(tat, now);
        return wait > 0 ? 0 : -wait / interval + 1;
    }
}
