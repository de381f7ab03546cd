// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.lettuce;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.benchmarks.worker.Limit;
import dev.resilience4cata.benchmarks.worker.Peer;
import dev.resilience4cata.cluster.redis.RedisSettings;
import dev.resilience4cata.cluster.redis.RedisStore;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * This library with {@code scope = CLUSTER} on Redis, the whole limiter, by one connection. It
 * waits for an answer for much longer than the 50 ms that it does by default, as the peers do, so
 * that a busy machine is not mistaken for a Redis that is away.
 */
public class Ours implements Peer {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final int MOST_INSTANCES = 4;

    private static final Duration CONNECTING = Duration.ofSeconds(20);

    private final WatchedStore store;
    private final ResilienceRegistry registry;

    /**
     * Connects.
     *
     * @param uri of Redis
     */
    public Ours(String uri) {
        store =
                new WatchedStore(
                        RedisStore.open(RedisSettings.builder(uri).timeout(TIMEOUT).build()));
        awaitConnection();
        Map<String, String> properties =
                Map.of(
                        "resilience4cata.cluster.timeout",
                        "" + TIMEOUT,
                        "resilience4cata.cluster.expectedInstances",
                        "" + MOST_INSTANCES);
        registry =
                ResilienceRegistry.builder()
                        .clusterStore(store)
                        .properties(properties::get)
                        .build();
    }

    /** Opening does not fail without one. */
    private void awaitConnection() {
        Take take = new Take("connected", 1, 1, 1, 1, 1);
        long end = System.nanoTime() + CONNECTING.toNanos();
        while (!answers(take)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("no connection within " + CONNECTING);
            }
            LockSupport.parkNanos(CONNECTING.toNanos() / 1000);
        }
    }

    private boolean answers(Take take) {
        return store.take(take)
                .handle((grant, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    @Override
    public Limiters limiters(String name, Limit limit, int keys) {
        return OursInJvm.limiters(
                registry.rateLimiterPolicy(
                        name,
                        name,
                        "",
                        config ->
                                configure(
                                        OursInJvm.configure(config, limit)
                                                .scope(Scope.CLUSTER)
                                                .onStoreFailure(StoreFailure.CLOSED))),
                keys);
    }

    RateLimiterConfig.Builder configure(RateLimiterConfig.Builder config) {
        return config;
    }

    @Override
    public long failures() {
        return store.failures();
    }
}
