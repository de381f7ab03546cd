// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One limiter with an id: what a call, a handle and a snapshot see of it. Safe for use by several
 * threads.
 */
final class Limiter implements RateLimiterPolicy, RateLimiterHandle {

    private final LimiterDefinition definition;
    private final GcraLimiter gcra;
    private final ParkedCalls parkedCalls;
    private final DeferredCalls deferredCalls;
    private final Rejections rejections;
    private final RateLimitExceededException rejection;

    Limiter(
            LimiterDefinition definition,
            Clock clock,
            ParkedCalls parkedCalls,
            DeferredCalls deferredCalls,
            Rejections rejections) {
        this.definition = definition;
        this.gcra = new GcraLimiter(definition.quota(), clock);
        this.parkedCalls = parkedCalls;
        this.deferredCalls = deferredCalls;
        this.rejections = rejections;
        this.rejection = new RateLimitExceededException(definition.instanceId());
    }

    @Override
    public boolean tryAcquire() {
        Reservation reservation = gcra.acquire();
        if (reservation == Reservation.ADMITTED) {
            return true;
        }
        if (reservation != Reservation.REFUSED && parkedCalls.await(reservation, gcra)) {
            return true;
        }
        rejections.publish(this);
        return false;
    }

    @Override
    public <T> CompletionStage<T> callAsync(Callable<? extends CompletionStage<T>> call) {
        Reservation reservation;
        try {
            reservation = gcra.acquire();
        } catch (ResilienceException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (reservation == Reservation.ADMITTED) {
            return StageCalls.start(call);
        }
        if (reservation != Reservation.REFUSED) {
            return deferredCalls.defer(reservation, gcra, call);
        }
        rejections.publish(this);
        return CompletableFuture.failedFuture(rejection);
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
