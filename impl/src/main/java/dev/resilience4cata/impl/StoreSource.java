// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.ClusterStore;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the store of a registry when the first limiter needs it. Safe for use by several threads.
 */
final class StoreSource {

    private final Supplier<Optional<ClusterStore>> source;
    private final PropertySource properties;
    private final Clock.Timer timer;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private @Nullable StoreAccess access;

    StoreSource(
            Supplier<Optional<ClusterStore>> source, PropertySource properties, Clock.Timer timer) {
        this.source = source;
        this.properties = properties;
        this.timer = timer;
    }

    /**
     * The store.
     *
     * @param limiter who needs it
     * @throws ResilienceException R4C-REG-014 if there is none, R4C-REG-003 if a property of it is
     *     invalid
     */
    StoreAccess open(LimiterDefinition limiter) {
        lock.lock();
        try {
            StoreAccess opened = access;
            if (opened == null) {
                Problems problems = new Problems();
                ClusterSettings settings = ClusterSettings.read(properties, problems);
                Optional<ClusterStore> store = source.get();
                if (store.isEmpty()) {
                    limiter.reportMissingStore(problems);
                }
                problems.throwIfAny();
                opened = new StoreAccess(store.orElseThrow(), settings, timer);
                access = opened;
            }
            return opened;
        } finally {
            lock.unlock();
        }
    }
}
