// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.generated.RateLimiterPolicy;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a call proceed when its policy does. Implementations are safe for use by several threads.
 */
@FunctionalInterface
interface CallGuard {

    @Nullable Object around(InvocationContext call) throws Exception;

    /** Lets every call proceed. */
    static CallGuard passing() {
        return InvocationContext::proceed;
    }

    /** Waits on the calling thread; a rejected call is left out as if it had returned. */
    static CallGuard skipping(RateLimiterPolicy policy) {
        return call -> policy.tryAcquire() ? call.proceed() : null;
    }

    /** Waits on the calling thread and throws the rejection. */
    static CallGuard synchronous(RateLimiterPolicy policy) {
        return call -> {
            policy.acquire();
            return call.proceed();
        };
    }

    /**
     * Waits on the calling thread and throws the rejection. It is an application exception, which a
     * container may commit the transaction after, and with it the receipt of the message.
     *
     * @param rollback makes a transaction, if there is one, end without a trace
     */
    static CallGuard ofMessage(RateLimiterPolicy policy, Runnable rollback) {
        return call -> {
            if (!policy.tryAcquire()) {
                rollback.run();
                throw policy.rejection();
            }
            return call.proceed();
        };
    }

    /** Waits on the calling thread; a rejection is a failed stage. */
    static CallGuard waitingHere(RateLimiterPolicy policy) {
        return call ->
                policy.tryAcquire()
                        ? call.proceed()
                        : CompletableFuture.failedFuture(policy.rejection());
    }

    /**
     * Waits without a thread, unless something holds the call to its thread; a rejection is a
     * failed stage.
     *
     * @param heldHere whether the call must not move to another thread
     */
    static CallGuard deferring(RateLimiterPolicy policy, BooleanSupplier heldHere) {
        CallGuard waitingHere = waitingHere(policy);
        return call ->
                heldHere.getAsBoolean()
                        ? waitingHere.around(call)
                        : policy.callAsync(() -> stage(call.proceed()));
    }

    @SuppressWarnings("unchecked") // the declared return type of the method
    private static CompletionStage<Object> stage(Object returned) {
        return (CompletionStage<Object>) returned;
    }
}
