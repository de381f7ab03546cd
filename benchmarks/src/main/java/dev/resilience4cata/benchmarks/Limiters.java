// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;

/**
 * The same limit in each library. None waits: a call passes or is refused at once.
 *
 * @param ours this library
 * @param resilience4j permits of one period are lost at its end
 * @param bucket4j a token bucket that counts nanoseconds
 * @param guava a token bucket; the call after one that overdraws it pays
 * @param failsafe permits of one period are lost at its end
 */
record Limiters(
        RateLimiterPolicy ours,
        AtomicRateLimiter resilience4j,
        Bucket bucket4j,
        com.google.common.util.concurrent.RateLimiter guava,
        dev.failsafe.RateLimiter<Object> failsafe) {

    /** More than a thousand million calls in a second, which no machine makes. */
    static final int NEVER_RUNS_OUT = 1_000_000_000;

    /** Limiters that admit every call. */
    static Limiters admitting() {
        return of(NEVER_RUNS_OUT, Duration.ofSeconds(1));
    }

    /** Limiters that admit their first call, and refuse for an hour. */
    static Limiters refusing() {
        return of(1, Duration.ofHours(1));
    }

    private static Limiters of(int permits, Duration period) {
        return new Limiters(
                ResilienceRegistry.builder()
                        .build()
                        .rateLimiterPolicy(
                                "com.acme.Search#find(java.lang.String)",
                                "",
                                "",
                                limit -> limit.permits(permits).period(period)),
                new AtomicRateLimiter(
                        "find",
                        RateLimiterConfig.custom()
                                .limitForPeriod(permits)
                                .limitRefreshPeriod(period)
                                .timeoutDuration(Duration.ZERO)
                                .build()),
                Bucket.builder()
                        .addLimit(limit -> limit.capacity(permits).refillGreedy(permits, period))
                        .withNanosecondPrecision()
                        .build(),
                com.google.common.util.concurrent.RateLimiter.create(
                        permits / (double) period.toSeconds()),
                dev.failsafe.RateLimiter.burstyBuilder(permits, period).build());
    }

    boolean resilience4jAdmits() {
        return resilience4j.acquirePermission(1);
    }

    boolean bucket4jAdmits() {
        return bucket4j.tryConsume(1);
    }

    boolean guavaAdmits() {
        return guava.tryAcquire();
    }

    boolean failsafeAdmits() {
        return failsafe.tryAcquirePermit();
    }

    boolean oursAdmits() {
        return ours.tryAcquire();
    }
}
