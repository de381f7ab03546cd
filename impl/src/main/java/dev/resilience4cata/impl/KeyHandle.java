// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.time.Duration;
import java.util.function.Consumer;

/** One key of a limiter, to look at and to ask. Safe for use by several threads. */
record KeyHandle(Limiter limiter, Object key) implements RateLimiterHandle {

    @Override
    public String instanceId() {
        return limiter.instanceId();
    }

    @Override
    public int availablePermits() {
        return limiter.view(key).availablePermits();
    }

    @Override
    public Duration timeToNextPermit() {
        return Duration.ofNanos(limiter.view(key).nanosToNextPermit());
    }

    @Override
    public RateLimiterSnapshot snapshot() {
        return limiter.snapshot(limiter.view(key));
    }

    @Override
    public boolean tryAcquire() {
        return limiter.ofKey(key).tryAcquire();
    }

    @Override
    public RateLimiterHandle forKey(Object other) {
        return limiter.forKey(other);
    }

    @Override
    public void drain(Duration untilNextPermit) {
        limiter.drain(key, untilNextPermit);
    }

    @Override
    public void reconfigure(Consumer<RateLimiterConfig.Builder> changes) {
        limiter.reconfigure(changes);
    }

    /** Without the key, which may be a secret. */
    @Override
    public String toString() {
        return instanceId() + " for a key";
    }
}
