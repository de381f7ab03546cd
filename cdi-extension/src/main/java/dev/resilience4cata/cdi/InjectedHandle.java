// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.io.Serializable;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is injected as a handle, looked up like {@link InjectedRegistry}. Safe for use by several
 * threads.
 */
final class InjectedHandle implements RateLimiterHandle, Serializable {

    private static final long serialVersionUID = 1L;

    private final InjectedRegistry registry;
    private final String instanceId;
    private transient volatile @Nullable RateLimiterHandle found;

    /**
     * Creates what is injected; looks nothing up.
     *
     * @param registry the registry of the limiter
     * @param instanceId the id of the limiter
     */
    InjectedHandle(InjectedRegistry registry, String instanceId) {
        this.registry = registry;
        this.instanceId = instanceId;
    }

    private RateLimiterHandle handle() {
        RateLimiterHandle handle = found;
        if (handle == null) {
            handle = registry.rateLimiter(instanceId);
            found = handle;
        }
        return handle;
    }

    @Override
    public String instanceId() {
        return instanceId;
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
    public RateLimiterHandle forKey(Object key) {
        return handle().forKey(key);
    }

    @Override
    public void drain(Duration untilNextPermit) {
        handle().drain(untilNextPermit);
    }

    @Override
    public void reconfigure(Consumer<RateLimiterConfig.Builder> changes) {
        handle().reconfigure(changes);
    }
}
