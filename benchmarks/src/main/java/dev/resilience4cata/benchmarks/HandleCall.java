// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to look at one limiter. */
@State(Scope.Benchmark)
public class HandleCall {

    private final RateLimiterHandle handle = handle();

    private static RateLimiterHandle handle() {
        ResilienceRegistry registry = ManyLimiters.registryOf(1);
        return registry.rateLimiter(ManyLimiters.id(0));
    }

    @Benchmark
    public boolean ours() {
        return handle.tryAcquire();
    }

    @Benchmark
    public int availablePermits() {
        return handle.availablePermits();
    }

    @Benchmark
    public Duration timeToNextPermit() {
        return handle.timeToNextPermit();
    }

    @Benchmark
    public RateLimiterSnapshot snapshot() {
        return handle.snapshot();
    }
}
