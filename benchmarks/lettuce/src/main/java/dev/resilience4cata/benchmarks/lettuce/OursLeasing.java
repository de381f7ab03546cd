// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.lettuce;

import dev.resilience4cata.RateLimiterConfig;

/**
 * This library with {@code leases}: a process takes permits before they are needed, so all together
 * may admit a fifth of the burst more.
 */
public final class OursLeasing extends Ours {

    /**
     * Connects.
     *
     * @param uri of Redis
     */
    public OursLeasing(String uri) {
        super(uri);
    }

    @Override
    RateLimiterConfig.Builder configure(RateLimiterConfig.Builder config) {
        return config.leases(true);
    }
}
