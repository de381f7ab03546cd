// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.smallrye.faulttolerance.api.RateLimitException;
import io.smallrye.faulttolerance.api.RateLimitType;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The same limit in each library. None waits: a call passes or is refused at once. */
@State(Scope.Benchmark)
public abstract class Limiters {

    /** More than a thousand million calls in a second, which no machine makes. */
    static final int NEVER_RUNS_OUT = 1_000_000_000;

    /** Limiters that admit every call. */
    public static class Admitting extends Limiters {

        public Admitting() {
            super(NEVER_RUNS_OUT, Duration.ofSeconds(1));
        }
    }

    /** Limiters that have admitted their one call of the hour. */
    public static class Refusing extends Limiters {

        public Refusing() {
            super(1, Duration.ofHours(1));
        }

        @Setup
        public void exhaust() {
            oursAdmits();
            resilience4jAdmits();
            bucket4jAdmits();
            guavaAdmits();
            failsafeAdmits();
            smallRyeAdmits();
        }
    }

    private final RateLimiterPolicy ours;
    private final AtomicRateLimiter resilience4j;
    private final Bucket bucket4j;
    private final com.google.common.util.concurrent.RateLimiter guava;
    private final dev.failsafe.RateLimiter<Object> failsafe;
    private final TypedGuard<Boolean> smallRye;

    Limiters(int permits, Duration period) {
        ours =
                ResilienceRegistry.builder()
                        .build()
                        .rateLimiterPolicy(
                                "com.acme.Search#find(java.lang.String)",
                                "",
                                "",
                                limit -> limit.permits(permits).period(period));
        resilience4j =
                new AtomicRateLimiter(
                        "find",
                        RateLimiterConfig.custom()
                                .limitForPeriod(permits)
                                .limitRefreshPeriod(period)
                                .timeoutDuration(Duration.ZERO)
                                .build());
        bucket4j =
                Bucket.builder()
                        .addLimit(limit -> limit.capacity(permits).refillGreedy(permits, period))
                        .withNanosecondPrecision()
                        .build();
        guava =
                com.google.common.util.concurrent.RateLimiter.create(
                        permits / (double) period.toSeconds());
        failsafe = dev.failsafe.RateLimiter.burstyBuilder(permits, period).build();
        smallRye =
                TypedGuard.create(Boolean.class)
                        .withRateLimit()
                        .limit(permits)
                        .window(period.toSeconds(), ChronoUnit.SECONDS)
                        .type(RateLimitType.SMOOTH)
                        .done()
                        .build();
    }

    final boolean oursAdmits() {
        return ours.tryAcquire();
    }

    final RateLimitExceededException ourRejection() {
        return ours.rejection();
    }

    final boolean resilience4jAdmits() {
        return resilience4j.acquirePermission(1);
    }

    final boolean bucket4jAdmits() {
        return bucket4j.tryConsume(1);
    }

    final boolean guavaAdmits() {
        return guava.tryAcquire();
    }

    final boolean failsafeAdmits() {
        return failsafe.tryAcquirePermit();
    }

    /** A guard says no by an exception; it has no other way. */
    final boolean smallRyeAdmits() {
        try {
            return smallRye.get(Limiters::admitted);
        } catch (RateLimitException e) {
            return false;
        }
    }

    private static Boolean admitted() {
        return true;
    }
}
