// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RegistrySnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a call and a snapshot cost when the registry has many limiters. */
@State(Scope.Benchmark)
public class ManyLimiters {

    @Param({"1", "1000", "100000"})
    int limiters;

    private ResilienceRegistry registry;
    private RateLimiterPolicy policy;
    private String id;

    /** The limiter that is called is one of the middle. */
    @Setup
    public void create() {
        registry = registryOf(limiters);
        id = id(limiters / 2);
        policy = policy(registry, id);
    }

    static ResilienceRegistry registryOf(int limiters) {
        ResilienceRegistry registry = ResilienceRegistry.builder().build();
        for (int i = 0; i < limiters; i++) {
            policy(registry, id(i));
        }
        return registry;
    }

    static String id(int number) {
        return "com.acme.Search" + number + "#find(java.lang.String)";
    }

    /** The policy of a limiter that never runs out; makes it when its id is new. */
    static RateLimiterPolicy policy(ResilienceRegistry registry, String id) {
        return registry.rateLimiterPolicy(
                id,
                "",
                "",
                limit -> limit.permits(Limiters.NEVER_RUNS_OUT).period(Duration.ofSeconds(1)));
    }

    @Benchmark
    public boolean ours() {
        return policy.tryAcquire();
    }

    @Benchmark
    public boolean byId() {
        return registry.rateLimiter(id).tryAcquire();
    }

    @Benchmark
    public RegistrySnapshot snapshot() {
        return registry.snapshot();
    }
}
