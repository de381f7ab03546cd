// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The theoretical arrival times that this JVM has seen last, of some keys. What it says may be out
 * of date: it spares a read where a conditional write shows whether it was right. Of keys that fall
 * on the same place only the last one is kept, so that the memory is bounded. Safe for use by
 * several threads.
 */
final class Hints {

    private record Hint(String key, long tat) {}

    private final AtomicReferenceArray<@Nullable Hint> places = new AtomicReferenceArray<>(4096);

    /** The theoretical arrival time, or null where it is not known, or so old that it is gone. */
    @Nullable Long get(String key, long now) {
        Hint hint = places.get(place(key));
        return hint != null && hint.key.equals(key) && hint.tat > now ? hint.tat : null;
    }

    void put(String key, long tat) {
        places.set(place(key), new Hint(key, tat));
    }

    void remove(String key) {
        int place = place(key);
        Hint hint = places.get(place);
        if (hint != null && hint.key.equals(key)) {
            places.compareAndSet(place, hint, null);
        }
    }

    private int place(String key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (places.length() - 1);
    }
}
