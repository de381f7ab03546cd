// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import java.util.List;
import org.infinispan.conflict.EntryMergePolicy;
import org.infinispan.container.entries.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a key when parts of a cluster meet again that have limited alone: the part that
 * has let through more is right, so that nothing is forgotten that any of them knew. To be named in
 * the configuration of a cache of an own cache manager:
 *
 * <pre>{@code
 * <partition-handling when-split="ALLOW_READ_WRITES"
 *     merge-policy="dev.resilience4cata.cluster.infinispan.HighestTat"/>
 * }</pre>
 *
 * <p>In a cache of WildFly it cannot be named; there {@code PREFERRED_NON_NULL} is the nearest. Has
 * no state, so safe for use by several threads.
 */
public final class HighestTat implements EntryMergePolicy<String, Long> {

    /** Called by Infinispan. */
    public HighestTat() {}

    /**
     * Called by Infinispan for a key on which the parts do not agree.
     *
     * @param preferred what the larger part has; null if nothing
     * @param others what the other parts have
     * @return the entry with the latest theoretical arrival time; null if none has one
     */
    @Override
    public @Nullable CacheEntry<String, Long> merge(
            @Nullable CacheEntry<String, Long> preferred, List<CacheEntry<String, Long>> others) {
        CacheEntry<String, Long> highest = preferred;
        for (CacheEntry<String, Long> other : others) {
            highest = tat(other) > tat(highest) ? other : highest;
        }
        return highest;
    }

    private static long tat(@Nullable CacheEntry<String, Long> entry) {
        return entry == null || entry.isNull() ? Long.MIN_VALUE : entry.getValue();
    }
}
