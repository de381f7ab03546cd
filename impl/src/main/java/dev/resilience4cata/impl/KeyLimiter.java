// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.generated.RateLimiterPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The state of one key, or the one that the keys share for which there was no room. Safe for use by
 * several threads.
 */
final class KeyLimiter extends SingleLimiter {

    private final KeyStates states;

    /** Null for the state that keys share. */
    final @Nullable Object key;

    /**
     * The time of the clock before which not all permits are back, as far as is known. Guarded by
     * the lock of the {@link KeyStates}.
     */
    long fullNanos;

    KeyLimiter(KeyStates states, RegistryParts parts, Quota quota, @Nullable Object key) {
        super(parts, quota);
        this.states = states;
        this.key = key;
    }

    @Override
    public String instanceId() {
        return states.limiter().instanceId();
    }

    @Override
    void count() {
        states.limiter().count();
    }

    @Override
    KeyLimiter current() {
        return key != null && gcra.isRetired() ? states.ofNormalized(key) : this;
    }

    @Override
    GcraLimiter.View view() {
        return key == null ? gcra.view() : states.view(key);
    }

    @Override
    public RateLimiterPolicy ofKey(@Nullable Object other) {
        return states.limiter().ofKey(other);
    }
}
