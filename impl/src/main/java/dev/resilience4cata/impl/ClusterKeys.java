// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The limiters of the keys that this instance has to do with, at most {@code maxKeys}: a new one
 * takes the place of one that was not used for a while. What is known of the calls is in the store,
 * so that nobody gets a permit by it. Safe for use by several threads.
 */
final class ClusterKeys {

    /** How many a new key looks at before it takes the place of one that is in use. */
    private static final int LOOKS_PER_NEW_KEY = 64;

    private final ClusterLimiter root;
    private final StoreAccess store;
    private final Map<Object, ClusterKeyLimiter> byKey = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** In the order in which they are looked at. Guarded by the lock. */
    private final Queue<ClusterKeyLimiter> kept = new ArrayDeque<>();

    ClusterKeys(ClusterLimiter root, StoreAccess store) {
        this.root = root;
        this.store = store;
    }

    /** The limiter of a key, a new one if need be. */
    ClusterKeyLimiter of(Object key) {
        Object normalized = Key.normalized(key);
        ClusterKeyLimiter found = byKey.get(normalized);
        if (found == null) {
            return ofNewKey(normalized);
        }
        if (!found.used) {
            found.used = true;
        }
        return found;
    }

    @Nullable ClusterKeyLimiter find(Object key) {
        return byKey.get(Key.normalized(key));
    }

    private ClusterKeyLimiter ofNewKey(Object key) {
        String shared = SharedKey.of(root.instanceId(), key);
        List<ClusterKeyLimiter> dropped = new ArrayList<>();
        ClusterKeyLimiter added = of(key, shared, dropped);
        for (ClusterKeyLimiter each : dropped) { // which asks the store, so without the lock
            each.gate.retire();
        }
        return added;
    }

    private ClusterKeyLimiter of(Object key, String shared, List<ClusterKeyLimiter> dropped) {
        lock.lock();
        try {
            ClusterKeyLimiter found = byKey.get(key);
            if (found != null) {
                return found;
            }
            int maxKeys = root.gcra.openQuota().config.maxKeys();
            for (int looks = 0; kept.size() >= maxKeys; looks++) {
                dropOrPassOver(looks >= LOOKS_PER_NEW_KEY, dropped);
            }
            ClusterKeyLimiter added = new ClusterKeyLimiter(root, key, shared, store);
            byKey.put(key, added);
            kept.add(added);
            return added;
        } finally {
            lock.unlock();
        }
    }

    private void dropOrPassOver(boolean must, List<ClusterKeyLimiter> dropped) {
        ClusterKeyLimiter first = kept.remove();
        if (!must && (first.used || first.gate.isWorthKeeping())) {
            first.used = false;
            kept.add(first);
        } else {
            if (!byKey.remove(first.key, first)) {
                byKey.values().remove(first); // its key has changed
            }
            dropped.add(first);
        }
    }

    int size() {
        lock.lock();
        try {
            return kept.size();
        } finally {
            lock.unlock();
        }
    }

    /** Closes all; without lambdas, as in {@link ParkedCalls}. */
    void close() {
        List<ClusterKeyLimiter> all;
        lock.lock();
        try {
            all = new ArrayList<>(kept);
        } finally {
            lock.unlock();
        }
        for (ClusterKeyLimiter each : all) {
            each.close();
        }
    }
}
