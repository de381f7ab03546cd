// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.spi.Take;
import java.time.Duration;

/**
 * A configuration in the numbers in which a store counts: whole nanoseconds. Immutable, so safe to
 * share between threads.
 */
final class ClusterQuota {

    private static final long LONGEST = Take.LONGEST.toNanos();

    /** What an instance with a larger burst may have taken is not cut by one with a smaller. */
    private static final long ROOM_FOR_OTHERS = 10;

    private static final long LEAST_ROOM = 5_000_000_000L;

    /** What it was made from. */
    final Quota source;

    /** The emission interval, to the nearest nanosecond. */
    final long unitNanos;

    /** How long the burst is. */
    final long capNanos;

    /** How far the schedule may be ahead after a call: the burst and the longest wait. */
    final long limitNanos;

    /** How far it can be ahead when nothing is wrong. */
    final long maxBacklogNanos;

    /** How long a call waits for an answer. */
    final long deadlineNanos;

    /** The share of this instance while there is no answer. */
    final Quota local;

    /** The emission interval of that, rounded up. */
    final long localUnitNanos;

    /**
     * Converts a configuration.
     *
     * @param source with the scope {@code CLUSTER}, so that it fits
     */
    ClusterQuota(Quota source, ClusterSettings settings) {
        this.source = source;
        RateLimiterConfig config = source.config;
        long period = config.period().toNanos();
        int permits = config.permits();
        long rest = period % permits;
        unitNanos = period / permits + (rest >= permits - rest ? 1 : 0);
        capNanos = unitNanos * config.burst();
        long maxWait = Math.min(Quota.saturatedNanos(config.maxWait()), LONGEST - capNanos);
        limitNanos = capNanos + maxWait;
        maxBacklogNanos =
                limitNanos >= (LONGEST - LEAST_ROOM) / ROOM_FOR_OTHERS
                        ? LONGEST
                        : limitNanos * ROOM_FOR_OTHERS + LEAST_ROOM;
        deadlineNanos =
                maxWait > 0 ? Math.min(settings.timeoutNanos(), maxWait) : settings.timeoutNanos();
        local = share(config, settings.expectedInstances());
        localUnitNanos = (local.config.period().toNanos() - 1) / local.config.permits() + 1;
    }

    private static Quota share(RateLimiterConfig config, int instances) {
        Duration period = config.period();
        boolean longer = period.toNanos() <= Long.MAX_VALUE / instances;
        return new Quota(
                RateLimiterConfig.builder()
                        .permits(
                                longer
                                        ? config.permits()
                                        : Math.max(1, config.permits() / instances))
                        .period(longer ? period.multipliedBy(instances) : period)
                        .burst(Math.max(1, config.burst() / instances))
                        .maxWait(config.maxWait())
                        .build(),
                false);
    }

    /** What is asked for so many calls at once. */
    Take take(String key, int calls) {
        return new Take(key, unitNanos, 1, calls, limitNanos, maxBacklogNanos);
    }
}
