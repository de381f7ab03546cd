// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One call every half millisecond in each library that lets a call wait; without a burst, but that
 * Guava saves up permits of a second while nobody calls. A call that comes early waits on its
 * thread.
 */
@State(Scope.Benchmark)
public class PacedLimiters {

    static final Duration INTERVAL = Duration.ofNanos(500_000);

    private static final int PER_SECOND = 2000;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

    private static final CompletionStage<Boolean> PASSED = CompletableFuture.completedFuture(true);

    private final RateLimiterPolicy ours =
            ResilienceRegistry.builder()
                    .build()
                    .rateLimiterPolicy(
                            "com.acme.Search#find(java.lang.String)",
                            "",
                            "",
                            limit ->
                                    limit.permits(1)
                                            .period(INTERVAL)
                                            .burst(1)
                                            .maxWait(LONG_ENOUGH));
    private final AtomicRateLimiter resilience4j =
            new AtomicRateLimiter(
                    "find",
                    RateLimiterConfig.custom()
                            .limitForPeriod(1)
                            .limitRefreshPeriod(INTERVAL)
                            .timeoutDuration(LONG_ENOUGH)
                            .build());
    private final Bucket bucket4j =
            Bucket.builder()
                    .addLimit(limit -> limit.capacity(1).refillGreedy(1, INTERVAL))
                    .withNanosecondPrecision()
                    .build();
    private final com.google.common.util.concurrent.RateLimiter guava =
            com.google.common.util.concurrent.RateLimiter.create(PER_SECOND);
    private final dev.failsafe.RateLimiter<Object> failsafe =
            dev.failsafe.RateLimiter.smoothBuilder(PER_SECOND, Duration.ofSeconds(1)).build();

    final boolean oursPasses() {
        return ours.tryAcquire();
    }

    /** The call starts when it is due, on another thread; here its caller waits for its stage. */
    final boolean oursPassesAsynchronously() {
        return ours.<Boolean>callAsync(() -> PASSED).toCompletableFuture().join();
    }

    final boolean resilience4jPasses() {
        return resilience4j.acquirePermission(1);
    }

    final boolean bucket4jPasses() throws InterruptedException {
        bucket4j.asBlocking().consume(1);
        return true;
    }

    final boolean guavaPasses() {
        guava.acquire();
        return true;
    }

    final boolean failsafePasses() throws InterruptedException {
        failsafe.acquirePermit();
        return true;
    }
}
