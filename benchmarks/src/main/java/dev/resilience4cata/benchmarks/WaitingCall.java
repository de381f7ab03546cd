// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;

/**
 * What a call takes that waits for its permit: one passes every half millisecond. What is more than
 * half a millisecond for each of the threads came late.
 */
public class WaitingCall {

    @Benchmark
    public boolean ours(PacedLimiters limiters) {
        return limiters.oursPasses();
    }

    @Benchmark
    public boolean oursAsynchronous(PacedLimiters limiters) {
        return limiters.oursPassesAsynchronously();
    }

    @Benchmark
    public boolean resilience4j(PacedLimiters limiters) {
        return limiters.resilience4jPasses();
    }

    @Benchmark
    public boolean bucket4j(PacedLimiters limiters) throws InterruptedException {
        return limiters.bucket4jPasses();
    }

    @Benchmark
    public boolean guava(PacedLimiters limiters) {
        return limiters.guavaPasses();
    }

    @Benchmark
    public boolean failsafe(PacedLimiters limiters) throws InterruptedException {
        return limiters.failsafePasses();
    }
}
