// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimitExceededException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What a call costs that the limiter rejects; all threads share the one limiter. Ours includes
 * getting the exception to throw, and so does that of SmallRye's guard; the others only say no.
 */
public class RejectedCall {

    @Benchmark
    public @Nullable RateLimitExceededException ours(Limiters.Refusing limiters) {
        return limiters.oursAdmits() ? null : limiters.ourRejection();
    }

    @Benchmark
    public boolean resilience4j(Limiters.Refusing limiters) {
        return limiters.resilience4jAdmits();
    }

    @Benchmark
    public boolean bucket4j(Limiters.Refusing limiters) {
        return limiters.bucket4jAdmits();
    }

    @Benchmark
    public boolean guava(Limiters.Refusing limiters) {
        return limiters.guavaAdmits();
    }

    @Benchmark
    public boolean failsafe(Limiters.Refusing limiters) {
        return limiters.failsafeAdmits();
    }

    @Benchmark
    public boolean smallRye(Limiters.Refusing limiters) {
        return limiters.smallRyeAdmits();
    }
}
