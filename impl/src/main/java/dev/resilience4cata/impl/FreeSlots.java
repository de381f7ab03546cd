// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;

/**
 * The slots that waiting calls gave back while later ones were in use, in the units of the current
 * epoch. A slot that nobody takes again expires when its moment has passed. At most one for each
 * call that waited; empty when no call waits. Guarded by the lock of its {@link GcraLimiter}.
 */
final class FreeSlots {

    private NavigableSet<Long> slots = new TreeSet<>();

    boolean isEmpty() {
        return slots.isEmpty();
    }

    void add(long slot) {
        slots.add(slot);
    }

    void remove(long slot) {
        slots.remove(slot);
    }

    /** The slot that must be used first; asks for {@link #isEmpty()} before. */
    long earliest() {
        return slots.first();
    }

    /** The slot that can be used longest; asks for {@link #isEmpty()} before. */
    long latest() {
        return slots.last();
    }

    void expire(long now) {
        slots.headSet(now, false).clear();
    }

    void clear() {
        slots.clear();
    }

    /** Slots from which a call may start now. */
    int startable(long now, long tolerance) {
        return slots.headSet(now + tolerance, true).size();
    }

    void translate(LongUnaryOperator moment) {
        slots =
                slots.stream()
                        .map(moment::applyAsLong)
                        .collect(Collectors.toCollection(TreeSet::new));
    }
}
