// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * The gaps that waiting calls left in the schedule when they gave their slots back while later ones
 * were in use; in the units of the current epoch. There are at most as many as slots in use, and
 * each lasts until the slot above it has passed. Guarded by the lock of its {@link GcraLimiter}.
 */
final class FreeSlots {

    /** Of the many limiters that never had a gap; never written to. */
    private static final NavigableMap<Long, Long> NONE = Collections.emptyNavigableMap();

    /**
     * The earliest slot that fits into a gap, by the slot in use above the gap. A gap may be too
     * narrow for an interval; then only the call above can use it, by moving down.
     */
    private NavigableMap<Long, Long> gaps = NONE;

    /** The earliest slot that fits from now on. */
    OptionalLong earliest(Quota quota, long now) {
        return earliestBelow(quota, now, Long.MAX_VALUE);
    }

    /** The earliest slot that fits from now on if a later one becomes free in return. */
    OptionalLong earliestBelow(Quota quota, long now, long own) {
        if (gaps.isEmpty()) {
            return OptionalLong.empty(); // almost always; then nothing is allocated
        }
        for (Map.Entry<Long, Long> gap : gaps.tailMap(now, false).entrySet()) {
            long above = gap.getKey();
            if (above > own) {
                break;
            }
            long slot = quota.onClock(Math.max(gap.getValue(), now));
            if (quota.rule.next(slot) <= above || (slot < above && isSame(quota, above, own))) {
                return OptionalLong.of(slot);
            }
        }
        return OptionalLong.empty();
    }

    /** Takes a slot that is the earliest from some time on; what is below stays from now on. */
    void take(Quota quota, long now, long slot) {
        Map.Entry<Long, Long> gap = gaps.higherEntry(slot);
        put(quota.rule.next(slot), gap.getKey());
        leave(Math.max(gap.getValue(), now), slot);
    }

    /** Leaves a gap below a slot that is in use from now on. */
    void leave(long earliest, long slot) {
        if (earliest < slot) {
            writable().put(slot, earliest);
        }
    }

    /** Opens a gap where a slot was in use, joined to one that lies just above. */
    void open(Quota quota, long earliest, long slot) {
        long next = quota.rule.next(slot);
        Map.Entry<Long, Long> above = gaps.higherEntry(slot);
        boolean joined = above != null && isSame(quota, next, above.getValue());
        put(earliest, joined ? above.getKey() : next);
    }

    private void put(long earliest, long above) {
        if (earliest < above) {
            writable().put(above, earliest);
        } else {
            writable().remove(above);
        }
    }

    @SuppressWarnings("ReferenceEquality") // it is the one
    private NavigableMap<Long, Long> writable() {
        if (gaps == NONE) {
            gaps = new TreeMap<>();
        }
        return gaps;
    }

    /** Closes the gap below a slot, and says where it began; at the slot if there is none. */
    long closeBelow(Quota quota, long slot) {
        Map.Entry<Long, Long> gap = gaps.floorEntry(slot);
        if (gap == null || !isSame(quota, gap.getKey(), slot)) {
            return slot;
        }
        gaps.remove(gap.getKey());
        return gap.getValue();
    }

    /** Whether a slot is another one, or that one moved on to the next moment of the clock. */
    static boolean isSame(Quota quota, long slot, long moved) {
        return moved >= slot && moved < slot + quota.unitsPerNano;
    }

    /** Slots from a moment on from which calls may start now, one after the other. */
    long startable(Gcra rule, long from, long now) {
        long startable = 0;
        for (Map.Entry<Long, Long> gap : gaps.entrySet()) {
            long first = Math.max(gap.getValue(), from);
            long last = Math.min(gap.getKey() - rule.interval(), now + rule.tolerance());
            startable += last < first ? 0 : (last - first) / rule.interval() + 1;
        }
        return startable;
    }

    /** Forgets the gaps that lie in the past. */
    void expire(long now) {
        if (!gaps.isEmpty()) {
            gaps.headMap(now, true).clear();
        }
    }

    boolean isEmpty() {
        return gaps.isEmpty();
    }

    void translate(LongUnaryOperator moment) {
        if (gaps.isEmpty()) {
            return;
        }
        NavigableMap<Long, Long> translated = new TreeMap<>();
        gaps.forEach(
                (above, earliest) ->
                        translated.put(moment.applyAsLong(above), moment.applyAsLong(earliest)));
        gaps = translated;
    }
}
