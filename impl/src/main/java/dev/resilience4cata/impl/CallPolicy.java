// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * The way of a call: ask for a permit, wait for it if need be, and start or be refused. Safe for
 * use by several threads.
 */
abstract class CallPolicy implements RateLimiterPolicy {

    final RegistryParts parts;

    CallPolicy(RegistryParts parts) {
        this.parts = parts;
    }

    /** Asks for a permit. */
    abstract Reservation reserve();

    /** The limiter that a refused call is told of. */
    abstract Limiter refusing();

    /** The limiters of which a call needs a permit. */
    abstract List<Limiter> limiters();

    @Override
    public final boolean tryAcquire() {
        boolean admitted = isAdmitted(reserve());
        if (!admitted) {
            refuse();
        }
        return admitted;
    }

    @Override
    public final void acquire() {
        if (!isAdmitted(reserve())) {
            throw refuse();
        }
    }

    private boolean isAdmitted(Reservation reservation) {
        return reservation == Reservation.ADMITTED
                || (reservation != Reservation.REFUSED && parts.parkedCalls().await(reservation));
    }

    @Override
    public final <T> CompletionStage<T> callAsync(Callable<? extends CompletionStage<T>> call) {
        Reservation reservation;
        try {
            reservation = reserve();
        } catch (ResilienceException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (reservation == Reservation.ADMITTED) {
            return StageCalls.start(call);
        }
        return reservation == Reservation.REFUSED
                ? CompletableFuture.failedFuture(refuse())
                : parts.deferredCalls().defer(reservation, call);
    }

    private RateLimitExceededException refuse() {
        Limiter refusing = refusing();
        parts.rejections().publish(refusing);
        return refusing.rejection();
    }

    @Override
    public final RateLimiterPolicy and(RateLimiterPolicy other) {
        if (other instanceof CallPolicy more && more.parts.equals(parts)) {
            return new JointLimiter(
                    parts, Stream.concat(limiters().stream(), more.limiters().stream()).toList());
        }
        throw new IllegalArgumentException("The policies are not of one registry.");
    }
}
