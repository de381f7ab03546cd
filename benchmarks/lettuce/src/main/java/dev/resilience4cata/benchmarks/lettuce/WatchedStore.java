// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.lettuce;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

/** A store that counts its failures, which a limiter hides from its callers. */
final class WatchedStore implements ClusterStore {

    private final ClusterStore store;
    private final LongAdder failures = new LongAdder();

    WatchedStore(ClusterStore store) {
        this.store = store;
    }

    @Override
    public CompletionStage<Grant> take(Take take) {
        return store.take(take)
                .whenComplete(
                        (grant, failure) -> {
                            if (failure != null) {
                                failures.increment();
                            }
                        });
    }

    @Override
    public CompletionStage<Long> giveBack(GiveBack giveBack) {
        return store.giveBack(giveBack);
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    long failures() {
        return failures.sum();
    }

    @Override
    public void close() {
        store.close();
    }
}
