// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimitExceededException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a call costs that the limiter rejects; all threads share the one limiter. Ours includes
 * getting the exception to throw; the others only say no.
 */
@State(Scope.Benchmark)
public class RejectedCall {

    private final Limiters limiters = Limiters.refusing();

    /** Takes the one permit of the hour. */
    @Setup
    public void exhaust() {
        limiters.oursAdmits();
        limiters.resilience4jAdmits();
        limiters.bucket4jAdmits();
        limiters.guavaAdmits();
        limiters.failsafeAdmits();
    }

    @Benchmark
    public @Nullable RateLimitExceededException ours() {
        return limiters.oursAdmits() ? null : limiters.ours().rejection();
    }

    @Benchmark
    public boolean resilience4j() {
        return limiters.resilience4jAdmits();
    }

    @Benchmark
    public boolean bucket4j() {
        return limiters.bucket4jAdmits();
    }

    @Benchmark
    public boolean guava() {
        return limiters.guavaAdmits();
    }

    @Benchmark
    public boolean failsafe() {
        return limiters.failsafeAdmits();
    }
}
