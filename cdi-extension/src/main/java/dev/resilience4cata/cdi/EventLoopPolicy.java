// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A policy that blocks no event loop: there, a synchronous call that has no permit now is rejected,
 * whatever it may wait elsewhere. Safe for use by several threads.
 */
final class EventLoopPolicy implements RateLimiterPolicy {

    private final RateLimiterPolicy policy;
    private final BooleanSupplier mayBlock;

    /**
     * Wraps a policy.
     *
     * @param mayBlock whether the calling thread may be blocked
     */
    EventLoopPolicy(RateLimiterPolicy policy, BooleanSupplier mayBlock) {
        this.policy = policy;
        this.mayBlock = mayBlock;
    }

    @Override
    public boolean tryAcquire() {
        return mayBlock.getAsBoolean() ? policy.tryAcquire() : atOnce(policy::tryAcquire);
    }

    @Override
    public void acquire() {
        if (mayBlock.getAsBoolean()) {
            policy.acquire();
            return;
        }
        boolean unused =
                atOnce(
                        () -> {
                            policy.acquire();
                            return true;
                        });
    }

    /** A thread that is interrupted does not wait, and gives back what it would wait for. */
    private static boolean atOnce(BooleanSupplier permit) {
        Thread current = Thread.currentThread();
        boolean interruptedBefore = current.isInterrupted();
        current.interrupt();
        try {
            return permit.getAsBoolean();
        } finally {
            if (!interruptedBefore) {
                boolean unused = Thread.interrupted();
            }
        }
    }

    @Override
    public <T> CompletionStage<T> callAsync(Callable<? extends CompletionStage<T>> call) {
        return policy.callAsync(call);
    }

    @Override
    public RateLimitExceededException rejection() {
        return policy.rejection();
    }

    @Override
    public RateLimiterPolicy ofKey(@Nullable Object key) {
        return key == null ? this : new EventLoopPolicy(policy.ofKey(key), mayBlock);
    }

    @Override
    public RateLimiterPolicy and(RateLimiterPolicy other) {
        return policy.and(other);
    }
}
