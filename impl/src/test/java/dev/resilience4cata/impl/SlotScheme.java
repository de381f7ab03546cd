// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import org.jspecify.annotations.Nullable;

/** A way to hand out starts and to take them back, at moments that never go back. */
interface SlotScheme {

    /** What a call got: when it is due, and whatever else the scheme must know of it. */
    record Ticket(long due, Object slot) {}

    /** A call that may start at once or waits; null if it is refused. */
    @Nullable Ticket arrive(long now);

    /** A waiting call will not start. */
    void giveBack(Ticket ticket, long now);

    /** A waiting call starts. */
    void start(Ticket ticket, long now);
}
