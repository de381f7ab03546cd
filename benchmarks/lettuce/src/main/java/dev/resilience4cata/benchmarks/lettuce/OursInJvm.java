// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.lettuce;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.benchmarks.worker.Limit;
import dev.resilience4cata.benchmarks.worker.Peer;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.stream.IntStream;

/** This library without a store: each process has a limit of its own. What all the rest adds to. */
public final class OursInJvm implements Peer {

    private final ResilienceRegistry registry = ResilienceRegistry.builder().build();

    /**
     * Creates a registry.
     *
     * @param uri is not used
     */
    public OursInJvm(String uri) {}

    @Override
    public Limiters limiters(String name, Limit limit, int keys) {
        return limiters(
                registry.rateLimiterPolicy(name, name, "", config -> configure(config, limit)),
                keys);
    }

    static RateLimiterConfig.Builder configure(RateLimiterConfig.Builder config, Limit limit) {
        return config.permits(limit.permits()).period(limit.period()).burst(limit.permits());
    }

    /** Calls with a key, if there are several. */
    static Limiters limiters(RateLimiterPolicy policy, int keys) {
        if (keys == 1) {
            return key -> policy.tryAcquire();
        }
        String[] names =
                IntStream.range(0, keys).mapToObj(key -> "key" + key).toArray(String[]::new);
        return key -> policy.ofKey(names[key]).tryAcquire();
    }
}
