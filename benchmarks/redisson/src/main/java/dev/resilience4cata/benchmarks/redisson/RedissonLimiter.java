// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.redisson;

import dev.resilience4cata.benchmarks.worker.Limit;
import dev.resilience4cata.benchmarks.worker.Peer;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's {@code RRateLimiter} with its defaults. A connection serves one call at a time, so
 * there is a pool of 24 to 64.
 */
public final class RedissonLimiter implements Peer {

    private final RedissonClient redisson;

    /**
     * Connects.
     *
     * @param uri of Redis
     */
    public RedissonLimiter(String uri) {
        Config config = new Config();
        config.useSingleServer().setAddress(uri);
        redisson = Redisson.create(config);
    }

    @Override
    public Limiters limiters(String name, Limit limit, int keys) {
        RRateLimiter[] limiters = new RRateLimiter[keys];
        for (int key = 0; key < keys; key++) {
            limiters[key] = redisson.getRateLimiter(name + ":" + key);
            // False if another process was first.
            boolean unused =
                    limiters[key].trySetRate(RateType.OVERALL, limit.permits(), limit.period());
        }
        return key -> limiters[key].tryAcquire();
    }
}
