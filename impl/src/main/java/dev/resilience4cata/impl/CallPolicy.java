// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.RateLimitExceededException;
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
abstract class CallPolicy implements RateLimiterPolicy, Starting {

    final RegistryParts parts;

    CallPolicy(RegistryParts parts) {
        this.parts = parts;
    }

    /** Asks for a permit. */
    abstract Verdict reserve();

    /** The limiter that refuses the call or makes it wait, by the verdict on it. */
    abstract SingleLimiter deciding(Verdict answer);

    /** The limiters of which a call needs a permit. */
    abstract List<SingleLimiter> limiters();

    /** Counts a call that runs, where somebody wants that. */
    abstract void count();

    @Override
    public final boolean tryAcquire() {
        Verdict answer = reserve();
        boolean admitted = isAdmitted(answer);
        if (!admitted) {
            refused(answer);
        }
        return admitted;
    }

    @Override
    public final void acquire() {
        Verdict answer = reserve();
        if (!isAdmitted(answer)) {
            throw refused(answer);
        }
    }

    private boolean isAdmitted(Verdict answer) {
        if (answer == Reservation.ADMITTED) {
            count();
            return true;
        }
        return answer.isWaiting() && parts.parkedCalls().await(answer, this);
    }

    @Override
    public final void starting(Verdict answer, long waitedNanos) {
        count();
        if (answer.isOfLaterPermit()) {
            parts.listeners().waited(deciding(answer), waitedNanos);
        }
    }

    @Override
    public final <T> CompletionStage<T> callAsync(Callable<? extends CompletionStage<T>> call) {
        requireNonNull(call, "call");
        Verdict answer;
        try {
            answer = reserve();
        } catch (Throwable e) { // R4C-REG-010, or of a clock that fails
            return CompletableFuture.failedFuture(e);
        }
        if (answer == Reservation.ADMITTED) {
            count();
            return StageCalls.start(call);
        }
        return answer.isWaiting()
                ? parts.deferredCalls().defer(answer, call, this)
                : CompletableFuture.failedFuture(refused(answer));
    }

    @Override
    public final RateLimitExceededException refused(Verdict answer) {
        SingleLimiter refusing = deciding(answer);
        refusing.publishRejection(false);
        return refusing.rejection();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // of one registry, not of one that is like it
    public final RateLimiterPolicy and(RateLimiterPolicy other) {
        if (other instanceof CallPolicy more && more.parts == parts) {
            List<SingleLimiter> all =
                    Stream.concat(limiters().stream(), more.limiters().stream()).toList();
            all.forEach(SingleLimiter::requireJoinable);
            return new JointLimiter(parts, all);
        }
        throw new IllegalArgumentException("The policies are not of one registry.");
    }
}
