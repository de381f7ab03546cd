// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store of shared limits that an application brings itself, whose time stands still. Safe for use
 * by several threads.
 */
class TableStore implements ClusterStore {
    private final Map<String, Long> backlogs = new HashMap<>();

    @Override
    public synchronized CompletionStage<Grant> take(Take take) {
        long backlog = backlogs.getOrDefault(take.key(), 0L);
        long room = (take.limitNanos() - backlog) / take.unitNanos();
        int units = (int) Math.min(take.maxUnits(), Math.max(0, room));
        backlogs.put(take.key(), backlog + units * take.unitNanos());
        return CompletableFuture.completedFuture(new Grant(units, backlog, 0, false));
    }

    @Override
    public CompletionStage<Long> giveBack(GiveBack giveBack) {
        return CompletableFuture.completedFuture(0L);
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits(StoreTraits.Clock.ENGINE, 1, false, false);
    }

    /** How many schedules it was asked for. */
    synchronized int keys() {
        return backlogs.size();
    }

    @Override
    public void close() {}
}
