// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The contract holds for a store that is right by definition. */
class ModelStoreTest extends StoreContract {

    private final StoreModel model = new StoreModel();
    private final ClusterStore store = new ModelStore();

    @Override
    protected ClusterStore store() {
        return store;
    }

    @Override
    protected ClusterStore another() {
        return new ModelStore();
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** Several of them share the model. */
    private final class ModelStore implements ClusterStore {

        private volatile boolean closed;

        @Override
        public CompletionStage<Grant> take(Take take) {
            return answer(() -> model.take(take, now()));
        }

        @Override
        public CompletionStage<Long> giveBack(GiveBack giveBack) {
            return answer(() -> model.giveBack(giveBack, now()));
        }

        private <T> CompletionStage<T> answer(Supplier<T> operation) {
            if (closed) {
                return CompletableFuture.failedStage(
                        new StoreException(StoreException.Reason.UNAVAILABLE, "closed", null));
            }
            synchronized (model) {
                return CompletableFuture.completedStage(operation.get());
            }
        }

        @Override
        public StoreTraits traits() {
            return new StoreTraits(StoreTraits.Clock.ENGINE, 1, false, false);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
