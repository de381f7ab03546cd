// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * One limiter with an id: what a call, a handle and a snapshot see of it. Safe for use by several
 * threads.
 */
final class Limiter extends CallPolicy implements RateLimiterHandle {

    private final LimiterDefinition definition;
    final GcraLimiter gcra;
    private final RateLimitExceededException rejection;

    Limiter(LimiterDefinition definition, RegistryParts parts) {
        super(parts);
        this.definition = definition;
        this.gcra = new GcraLimiter(definition.quota(), parts.clock());
        this.rejection = new RateLimitExceededException(definition.instanceId());
    }

    @Override
    Reservation reserve() {
        return gcra.acquire();
    }

    @Override
    Limiter refusing(Reservation answer) {
        return this;
    }

    @Override
    List<Limiter> limiters() {
        return List.of(this);
    }

    @Override
    public RateLimitExceededException rejection() {
        return rejection;
    }

    @Override
    public String instanceId() {
        return definition.instanceId();
    }

    @Override
    public int availablePermits() {
        return gcra.view().availablePermits();
    }

    @Override
    public Duration timeToNextPermit() {
        return Duration.ofNanos(gcra.view().nanosToNextPermit());
    }

    @Override
    public RateLimiterSnapshot snapshot() {
        GcraLimiter.View view = gcra.view();
        RateLimiterConfig config = view.config();
        return new RateLimiterSnapshot(
                instanceId(),
                view.availablePermits(),
                config.permits(),
                config.period(),
                config.burst(),
                config.maxWait(),
                config.enabled());
    }

    @Override
    public void reconfigure(Consumer<RateLimiterConfig.Builder> changes) {
        Quota current = gcra.quota();
        while (!gcra.reconfigure(current, current.changed(changes))) {
            current = gcra.quota();
        }
    }

    /** What the limiter was made from. */
    LimiterDefinition definition() {
        return definition;
    }

    void close() {
        gcra.close();
    }
}
