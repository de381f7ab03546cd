// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a call with a key costs that the limiter admits, when so many keys call by turns. */
@State(Scope.Benchmark)
public class KeyedCall {

    @Param({"1", "1000", "100000"})
    int keys;

    private final ResilienceRegistry registry = ResilienceRegistry.builder().build();
    private final RateLimiterPolicy policy = ManyLimiters.policy(registry, "search");
    private final Map<String, RateLimiterPolicy> limiters = new ConcurrentHashMap<>();

    private String[] names;
    private int next;

    /** Each key has its state. */
    @Setup
    public void create() {
        names = new String[keys];
        for (int i = 0; i < keys; i++) {
            names[i] = "user " + i;
            policy.ofKey(names[i]).acquire();
            limiters.put(names[i], ManyLimiters.policy(registry, names[i]));
        }
    }

    private String name() {
        next = next + 1 < keys ? next + 1 : 0;
        return names[next];
    }

    @Benchmark
    public boolean ours() {
        return policy.ofKey(name()).tryAcquire();
    }

    /** A limiter for each key, in a map, and a call without a key. */
    @Benchmark
    public boolean mapOfLimiters() {
        return requireNonNull(limiters.get(name())).tryAcquire();
    }
}
