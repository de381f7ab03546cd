// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.generated.RateLimiterPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The limiter of one key, kept in a store. The configuration, and whether it is open, is that of
 * the limiter of all keys. Safe for use by several threads.
 */
final class ClusterKeyLimiter extends SingleLimiter {

    private final ClusterLimiter root;
    final Object key;
    final ClusterGate gate;

    /**
     * Whether it was asked for again since it was made, or since somebody last looked for one to
     * drop: a flood of keys that come once drops its own.
     */
    volatile boolean used;

    /**
     * Creates the limiter of a key.
     *
     * @param key normalized
     * @param sharedKey what the store knows it by
     */
    ClusterKeyLimiter(ClusterLimiter root, Object key, String sharedKey, StoreAccess store) {
        super(root.parts, root.gcra);
        this.root = root;
        this.key = key;
        this.gate = new ClusterGate(this, root, sharedKey, store);
    }

    @Override
    public String instanceId() {
        return root.instanceId();
    }

    @Override
    void count() {
        root.count();
    }

    @Override
    SingleLimiter current() {
        return this;
    }

    @Override
    Verdict reserve() {
        return gcra.isEnabled() ? gate.reserve() : gcra.acquire();
    }

    @Override
    GcraLimiter.View view() {
        return gcra.isEnabled() ? gate.view() : GcraLimiter.View.unused(gcra.openQuota());
    }

    @Override
    public RateLimiterPolicy ofKey(@Nullable Object other) {
        return root.ofKey(other);
    }

    @Override
    void drain(long nanos) {
        gate.pause(nanos);
    }

    @Override
    void requireJoinable() {
        root.requireJoinable();
    }

    /** The configuration is that of all, so it is closed with them. */
    @Override
    void close() {
        gate.close();
    }
}
