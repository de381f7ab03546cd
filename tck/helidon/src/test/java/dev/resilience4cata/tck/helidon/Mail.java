// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.faulttolerance.Retry;

/** A bean with limits. */
@ApplicationScoped
class Mail {
    @RateLimiter(permits = 3, period = "1s")
    void send() {}

    @RateLimiter(name = "configured", permits = 50, period = "1s")
    void sendAsConfigured() {}

    @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
    CompletionStage<Void> sendLater() {
        return CompletableFuture.completedFuture(null);
    }

    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    @RateLimiter(name = "retried", permits = 10, period = "10h")
    void fail() {
        throw new IllegalStateException("The test wants this method to fail.");
    }
}
