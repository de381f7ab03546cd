// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.spi.GiveBack;
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

    /** All instances together hold one of so many parts of the burst in advance. */
    private static final long PARTS_OF_BURST = 5;

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

    /** How many permits this instance holds in advance at most; zero if it is to hold none. */
    final int mostLeased;

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
        // Calls for which nothing is free are asked for again, for which there must be time.
        boolean patient = maxWait == 0 || maxWait >= settings.timeoutNanos();
        mostLeased = config.leases() && patient ? leased(config, settings.expectedInstances()) : 0;
        local = share(config, settings.expectedInstances());
        localUnitNanos = (local.config.period().toNanos() - 1) / local.config.permits() + 1;
    }

    /** Of all instances together at most a part of the burst; a single permit is no lease. */
    private static int leased(RateLimiterConfig config, int instances) {
        long share = config.burst() / (PARTS_OF_BURST * instances);
        return share < 2 ? 0 : (int) share;
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

    /**
     * What is given back of so many slots, one after the other.
     *
     * @param endNanos where the last of them ends
     */
    GiveBack giveBack(String key, long endNanos, int units) {
        return new GiveBack(key, endNanos, units * unitNanos, capNanos, GiveBack.Rule.LAST);
    }

    /**
     * What is asked for so many calls at once, and for so many to come. For those nobody waits, so
     * only permits that are free now are asked for then.
     */
    Take take(String key, int calls, int inAdvance) {
        return new Take(
                key,
                unitNanos,
                1,
                calls + inAdvance,
                inAdvance > 0 ? capNanos : limitNanos,
                maxBacklogNanos);
    }
}
