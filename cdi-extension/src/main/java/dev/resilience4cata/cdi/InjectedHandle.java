// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.io.Serializable;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What is injected as a handle, looked up like {@link InjectedRegistry}. Safe for use by several
 * threads.
 *
 * @param registry the registry of the limiter
 * @param instanceId the id of the limiter
 */
record InjectedHandle(InjectedRegistry registry, String instanceId)
        implements RateLimiterHandle, Serializable {

    private RateLimiterHandle handle() {
        return registry.rateLimiter(instanceId);
    }

    @Override
    public int availablePermits() {
        return handle().availablePermits();
    }

    @Override
    public Duration timeToNextPermit() {
        return handle().timeToNextPermit();
    }

    @Override
    public RateLimiterSnapshot snapshot() {
        return handle().snapshot();
    }

    @Override
    public boolean tryAcquire() {
        return handle().tryAcquire();
    }

    @Override
    public void reconfigure(Consumer<RateLimiterConfig.Builder> changes) {
        handle().reconfigure(changes);
    }
}
