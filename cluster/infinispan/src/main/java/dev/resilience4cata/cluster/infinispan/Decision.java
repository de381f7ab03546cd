// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a theoretical arrival time: an answer, and the theoretical arrival time that
 * must take its place for the answer to be true. Arithmetic only, in nanoseconds. Immutable.
 *
 * @param answer what the caller is told
 * @param tat what is to be written; the theoretical arrival time of the key afterwards
 * @param writes whether anything is to be written
 */
record Decision<T>(T answer, long tat, boolean writes) {

    /** Decides what an operation does; called again when another instance was faster. */
    interface Rule<T> {
        /**
         * Decides.
         *
         * @param tat the theoretical arrival time, null if the key has none
         * @param now the time
         */
        Decision<T> decide(@Nullable Long tat, long now);
    }

    /**
     * Takes units.
     *
     * @param apartNanos how far two clocks may be apart. What an instance with a fast clock has
     *     written may be that much farther ahead for one with a slow clock, and is right: if it
     *     were cut, the fast one could take it again, and so on
     */
    static Decision<Grant> take(Take take, long apartNanos, @Nullable Long tat, long now) {
        long ahead = tat == null ? 0 : Math.max(0, tat - now);
        boolean clamped = ahead - apartNanos > take.maxBacklogNanos();
        long backlog = clamped ? take.maxBacklogNanos() : ahead;
        long room = Math.max(0, take.limitNanos() - backlog) / take.unitNanos();
        int units = (int) Math.min(take.maxUnits(), room);
        boolean granted = units >= take.minUnits();
        Grant grant = new Grant(granted ? units : 0, backlog, now, clamped);
        // A refusal writes the cut too: otherwise one wrong clock would lock everybody out.
        return new Decision<>(
                grant, grant.slotEndOf(grant.units(), take.unitNanos()), granted || clamped);
    }

    static Decision<Long> giveBack(GiveBack back, @Nullable Long tat, long now) {
        long end = tat == null ? now : tat;
        long slotEnd = back.slotEndNanos();
        boolean nobodyWaits = end - now <= back.capNanos();
        boolean free =
                slotEnd == end
                        || (back.rule() == GiveBack.Rule.STRICT && slotEnd < end && nobodyWaits);
        long freed = free ? Math.max(0, Math.min(back.costNanos(), slotEnd - now)) : 0;
        return new Decision<>(freed, end - freed, freed > 0);
    }
}
