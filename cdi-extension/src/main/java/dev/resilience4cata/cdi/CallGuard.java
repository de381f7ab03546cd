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
    static CallGuard skipping(PolicyChoice choice) {
        return call -> choice.of(call).tryAcquire() ? call.proceed() : null;
    }

    /** Waits on the calling thread and throws the rejection. */
    static CallGuard synchronous(PolicyChoice choice) {
        return call -> {
            choice.of(call).acquire();
            return call.proceed();
        };
    }

    /**
     * Waits on the calling thread and throws the rejection. It is an application exception, which a
     * container may commit the transaction after, and with it the receipt of the message.
     *
     * @param rollback makes a transaction, if there is one, end without a trace
     */
    static CallGuard ofMessage(PolicyChoice choice, Runnable rollback) {
        return call -> {
            RateLimiterPolicy policy = choice.of(call);
            if (!policy.tryAcquire()) {
                rollback.run();
                throw policy.rejection();
            }
            return call.proceed();
        };
    }

    /** Waits on the calling thread; a rejection is a failed stage. */
    static CallGuard waitingHere(PolicyChoice choice) {
        return call -> {
            RateLimiterPolicy policy;
            try {
                policy = choice.of(call);
                if (!policy.tryAcquire()) {
                    return failed(policy.rejection());
                }
            } catch (Throwable e) { // of a key, or R4C-REG-010
                return failed(e);
            }
            return call.proceed();
        };
    }

    /**
     * Waits without a thread, unless something holds the call to its thread; a rejection is a
     * failed stage.
     *
     * @param heldHere whether the call must not move to another thread
     */
    static CallGuard deferring(PolicyChoice choice, BooleanSupplier heldHere) {
        CallGuard waitingHere = waitingHere(choice);
        return call -> {
            if (heldHere.getAsBoolean()) {
                return waitingHere.around(call);
            }
            RateLimiterPolicy policy;
            try {
                policy = choice.of(call);
            } catch (Throwable e) { // of a key, or R4C-REG-010
                return failed(e);
            }
            return policy.callAsync(() -> stage(call.proceed()));
        };
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the caller gets it
    private static Object failed(Throwable failure) {
        return CompletableFuture.failedFuture(failure);
    }

    @SuppressWarnings("unchecked") // the declared return type of the method
    private static CompletionStage<Object> stage(Object returned) {
        return (CompletionStage<Object>) returned;
    }
}
