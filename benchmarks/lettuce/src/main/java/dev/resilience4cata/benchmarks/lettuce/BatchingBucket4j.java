// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.lettuce;

import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.proxy.RemoteBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.NopeOptimizationListener;
import io.github.bucket4j.distributed.proxy.optimization.skiponzero.SkipSyncOnZeroOptimization;

/**
 * Bucket4j with those of its optimizations that cost no exactness: it asks for the callers of a
 * bucket together, and does not ask while it knows that the bucket is empty.
 */
public final class BatchingBucket4j extends Bucket4j {

    /**
     * Connects.
     *
     * @param uri of Redis
     */
    public BatchingBucket4j(String uri) {
        super(uri);
    }

    @Override
    RemoteBucketBuilder<byte[]> configure(RemoteBucketBuilder<byte[]> bucket) {
        // It batches too.
        return bucket.withOptimization(
                new SkipSyncOnZeroOptimization(
                        NopeOptimizationListener.INSTANCE, TimeMeter.SYSTEM_MILLISECONDS));
    }
}
