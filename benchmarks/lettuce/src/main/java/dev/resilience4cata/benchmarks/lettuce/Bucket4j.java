// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.lettuce;

import dev.resilience4cata.benchmarks.worker.Limit;
import dev.resilience4cata.benchmarks.worker.Peer;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Bucket4j by compare-and-swap, with one connection, as its documentation shows it. */
public class Bucket4j implements Peer {

    /** Its documentation keeps a bucket for so long after it is full again. */
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final ProxyManager<byte[]> buckets;

    /**
     * Connects.
     *
     * @param uri of Redis
     */
    public Bucket4j(String uri) {
        StatefulRedisConnection<byte[], byte[]> connection =
                RedisClient.create(uri).connect(ByteArrayCodec.INSTANCE);
        buckets =
                Bucket4jLettuce.casBasedBuilder(connection)
                        .expirationAfterWrite(
                                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(
                                        KEPT))
                        .build();
    }

    @Override
    public final Limiters limiters(String name, Limit limit, int keys) {
        BucketConfiguration configuration =
                BucketConfiguration.builder()
                        .addLimit(
                                bandwidth ->
                                        bandwidth
                                                .capacity(limit.permits())
                                                .refillGreedy(limit.permits(), limit.period()))
                        .build();
        BucketProxy[] proxies = new BucketProxy[keys];
        for (int key = 0; key < keys; key++) {
            byte[] id = (name + ":" + key).getBytes(StandardCharsets.UTF_8);
            proxies[key] = configure(buckets.builder()).build(id, () -> configuration);
        }
        return key -> proxies[key].tryConsume(1);
    }

    /**
     * Adds what is not the default.
     *
     * @param bucket of which a bucket is made
     * @return the same
     */
    RemoteBucketBuilder<byte[]> configure(RemoteBucketBuilder<byte[]> bucket) {
        return bucket;
    }
}
