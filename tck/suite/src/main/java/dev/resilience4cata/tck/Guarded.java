// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;

/**
 * Methods that have a limiter and a policy of Fault Tolerance, each for one test. A breaker that
 * opens stays open, and no permit comes back unless the test moves the clock.
 */
@ApplicationScoped
class Guarded {
    /** In milliseconds, which a server may take the number for whatever the unit. */
    private static final long AN_HOUR = 3_600_000;

    private final AtomicInteger calls = new AtomicInteger();

    /** How often a method has run, whichever. */
    int calls() {
        return calls.get();
    }

    private IllegalStateException failure() {
        calls.incrementAndGet();
        return new IllegalStateException("The test wants this method to fail.");
    }

    @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 1, delay = AN_HOUR)
    @RateLimiter(name = "broken", permits = 10, period = "10h")
    void broken() {
        throw failure();
    }

    @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 1, delay = AN_HOUR)
    @RateLimiter(name = "counted", permits = 1, period = "1h")
    void counted() {}

    @CircuitBreaker(
            requestVolumeThreshold = 2,
            failureRatio = 1,
            delay = AN_HOUR,
            skipOn = RateLimitExceededException.class)
    @RateLimiter(name = "skipped", permits = 1, period = "1h")
    void skipped() {}

    @Retry(maxRetries = 3, abortOn = RateLimitExceededException.class)
    @CircuitBreaker(skipOn = RateLimitExceededException.class)
    @RateLimiter(name = "rates", permits = 10, period = "1s")
    public String rates(String currency) {
        return currency + " 1.07"; // the call of the service whose quota you must keep
    }

    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    @RateLimiter(name = "retried", permits = 10, period = "10h")
    void retried() {
        throw failure();
    }

    @Asynchronous
    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    @RateLimiter(name = "retried later", permits = 10, period = "10h")
    CompletionStage<String> retriedLater() {
        return CompletableFuture.failedFuture(failure());
    }

    @Retry(maxRetries = 3, delay = 20, jitter = 0)
    @RateLimiter(name = "delayed", permits = 1, period = "1h")
    void delayed() {}

    @Retry(maxRetries = 3, delay = 0, jitter = 0, abortOn = RateLimitExceededException.class)
    @RateLimiter(name = "aborted", permits = 1, period = "1h")
    void aborted() {}

    @Fallback(fallbackMethod = "substitute")
    @RateLimiter(name = "replaced", permits = 1, period = "1h")
    String replaced() {
        return "the result";
    }

    String substitute() {
        return "the fallback";
    }

    CompletionStage<String> substituteStage() {
        return CompletableFuture.completedFuture("the fallback");
    }

    @Asynchronous
    @Fallback(fallbackMethod = "substituteStage")
    @RateLimiter(name = "replaced later", permits = 1, period = "1h")
    CompletionStage<String> replacedLater() {
        return CompletableFuture.completedFuture("the result");
    }

    @Asynchronous
    @RateLimiter(name = "future", permits = 1, period = "1h", maxWait = "1h")
    Future<Thread> future() {
        return CompletableFuture.completedFuture(Thread.currentThread());
    }

    @Asynchronous
    @RateLimiter(name = "impatient future", permits = 1, period = "1h")
    Future<Thread> impatientFuture() {
        return CompletableFuture.completedFuture(Thread.currentThread());
    }

    @Asynchronous
    @RateLimiter(name = "stage", permits = 1, period = "1h", maxWait = "1h")
    CompletionStage<Thread> stage() {
        return CompletableFuture.completedFuture(Thread.currentThread());
    }

    @Asynchronous
    @RateLimiter(name = "impatient stage", permits = 1, period = "1h")
    CompletionStage<Thread> impatientStage() {
        return CompletableFuture.completedFuture(Thread.currentThread());
    }

    @Asynchronous
    @Timeout(50)
    @RateLimiter(name = "timed stage", permits = 1, period = "1h", maxWait = "1h")
    CompletionStage<String> timedStage() {
        calls.incrementAndGet();
        return CompletableFuture.completedFuture("the result");
    }

    @Asynchronous
    @Bulkhead(value = 1, waitingTaskQueue = 1)
    @RateLimiter(name = "crowded stage", permits = 1, period = "1h", maxWait = "1h")
    CompletionStage<String> crowdedStage() {
        return CompletableFuture.completedFuture("the result");
    }
}
