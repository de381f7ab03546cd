// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The states of the keys of one limiter. A key in use is found by one look-up in a concurrent map.
 * Only a new key takes the lock: while {@code maxKeys} have a state, it takes the place of one
 * whose permits are all back, so that nobody gets a permit by it, or shares one state with the
 * other keys that find no place.
 *
 * <p>The states are queued by the time at which all their permits are back, as it was when it was
 * last looked at. Calls move that time on, so the first of the queue is looked at again before it
 * is dropped, once for each call at most that it has had since.
 *
 * <p>Safe for use by several threads.
 */
final class KeyStates {

    /** How many states a new key looks at before it shares one; the next goes on from there. */
    private static final int LOOKS_PER_NEW_KEY = 64;

    private final Limiter limiter;
    private final RegistryParts parts;
    private volatile Map<Object, KeyLimiter> byKey = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private final PriorityQueue<KeyLimiter> byFullness =
            new PriorityQueue<>((a, b) -> Long.signum(a.fullNanos - b.fullNanos));

    /** How many of {@link #byKey} nobody finds, because their keys have changed. */
    private int lost;

    private final KeyLimiter shared;

    KeyStates(Limiter limiter, RegistryParts parts) {
        this.limiter = limiter;
        this.parts = parts;
        this.shared = new KeyLimiter(this, parts, limiter.gcra.quota(), null);
    }

    Limiter limiter() {
        return limiter;
    }

    /** The state of a key, a new one if need be. */
    KeyLimiter of(Object key) {
        return ofNormalized(Key.normalized(key));
    }

    KeyLimiter ofNormalized(Object key) {
        KeyLimiter found = byKey.get(key);
        return found != null && !found.gcra.isRetired() ? found : ofNewKey(key);
    }

    private KeyLimiter ofNewKey(Object key) {
        lock.lock();
        try {
            KeyLimiter found = byKey.get(key);
            if (found != null) {
                return found;
            }
            Quota quota = limiter.gcra.openQuota();
            if (!hasRoom(quota.config.maxKeys())) {
                return shared(quota);
            }
            KeyLimiter added = new KeyLimiter(this, parts, quota, key);
            added.fullNanos = parts.clock().nanoTime();
            byKey.put(key, added);
            byFullness.add(added);
            return added;
        } finally {
            lock.unlock();
        }
    }

    private KeyLimiter shared(Quota latest) {
        Quota known = shared.gcra.quota();
        if (known != latest) {
            shared.gcra.reconfigure(known, latest);
        }
        return shared;
    }

    /** Whether one more state may be kept, if need be after others were dropped. */
    private boolean hasRoom(int maxKeys) {
        if (byFullness.size() < maxKeys) {
            return true;
        }
        long now = parts.clock().nanoTime();
        for (int looks = 0; looks < LOOKS_PER_NEW_KEY; looks++) {
            KeyLimiter first = byFullness.peek();
            if (first == null || first.fullNanos - now > 0) {
                return false;
            }
            byFullness.remove();
            first.fullNanos = first.gcra.retire(now);
            if (first.fullNanos - now > 0) {
                byFullness.add(first);
            } else {
                forget(first);
                if (byFullness.size() < maxKeys) {
                    return true;
                }
            }
        }
        return false;
    }

    private void forget(KeyLimiter state) {
        if (!byKey.remove(state.key, state)) {
            lost++;
            if (lost > byFullness.size()) {
                rebuild();
            }
        }
    }

    private void rebuild() {
        Map<Object, KeyLimiter> found = new ConcurrentHashMap<>();
        for (KeyLimiter state : byFullness) {
            found.put(requireNonNull(state.key), state);
        }
        byKey = found;
        lost = 0;
    }

    /** What a caller with this key would see; makes no state. */
    GcraLimiter.View view(Object key) {
        KeyLimiter found = byKey.get(key);
        if (found == null) {
            return GcraLimiter.View.unused(limiter.gcra.openQuota());
        }
        return found.gcra.view(); // full if it has just been dropped
    }

    int size() {
        lock.lock();
        try {
            return byFullness.size();
        } finally {
            lock.unlock();
        }
    }

    /** To be called when the quota of the limiter has changed: every key gets the latest. */
    void reconfigure() {
        lock.lock();
        try {
            Quota latest = limiter.gcra.quota();
            long now = parts.clock().nanoTime();
            shared(latest);
            KeyLimiter[] all = byFullness.toArray(new KeyLimiter[0]);
            byFullness.clear();
            for (KeyLimiter each : all) {
                each.gcra.reconfigure(each.gcra.quota(), latest);
                each.fullNanos = now; // to be looked at again
                byFullness.add(each);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes all states; without lambdas, as in {@link ParkedCalls}. */
    void close() {
        lock.lock();
        try {
            shared.close();
            for (KeyLimiter each : byFullness) {
                each.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
