// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * How late a call starts that waited, beside how late {@link LockSupport#parkNanos} returns; by
 * turns, for the same time. A call that started early would be late by less than nothing.
 */
final class SleepAccuracy {

    static final String EARLIEST_CALL = "the earliest call, late by";
    static final String MEDIAN_CALL = "a call, median, late by";
    static final String MEDIAN_PARK = "parkNanos, median, late by";

    private static final int WARM_UP = 300;
    private static final int WAITS = 2_000;
    private static final long INTERVAL_NANOS = 1_000_000;

    /** Notes until when a call was to wait. */
    private static final class NotingClock implements Clock {

        private long deadlineNanos;

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void parkUntil(Object blocker, long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
            Clock.super.parkUntil(blocker, deadlineNanos);
        }
    }

    private final NotingClock clock = new NotingClock();
    private final RateLimiterPolicy policy;

    private SleepAccuracy(ResilienceRegistry.Builder registry) {
        policy =
                registry.clock(clock)
                        .build()
                        .rateLimiterPolicy(
                                "com.acme.Search#find()",
                                "",
                                "",
                                limit ->
                                        limit.permits(1)
                                                .period(Duration.ofNanos(INTERVAL_NANOS))
                                                .burst(1)
                                                .maxWait(Duration.ofMinutes(1)));
    }

    public static void main(String[] args) {
        SleepAccuracy accuracy = new SleepAccuracy(ResilienceRegistry.builder());
        long[] calls = new long[WAITS];
        long[] parks = new long[WAITS];
        for (int i = -WARM_UP; i < WAITS; i++) {
            long call = accuracy.callIsLate();
            long park = parkIsLate();
            if (i >= 0) {
                calls[i] = call;
                parks[i] = park;
            }
        }
        Arrays.sort(calls);
        Arrays.sort(parks);
        print(EARLIEST_CALL, calls[0]);
        print(MEDIAN_CALL, calls[WAITS / 2]);
        print(MEDIAN_PARK, parks[WAITS / 2]);
        print("a call, 99 of 100, late by", calls[WAITS * 99 / 100]);
        print("parkNanos, 99 of 100, late by", parks[WAITS * 99 / 100]);
    }

    private static void print(String what, long nanos) {
        Reading.of(SleepAccuracy.class, what, nanos / 1e3, "µs").print();
    }

    /** The first of two calls takes what is there, so that the second waits a whole interval. */
    private long callIsLate() {
        policy.acquire();
        policy.acquire();
        return System.nanoTime() - clock.deadlineNanos;
    }

    private static long parkIsLate() {
        long deadline = System.nanoTime() + INTERVAL_NANOS;
        long now = System.nanoTime();
        while (now - deadline < 0) {
            LockSupport.parkNanos(deadline - now);
            now = System.nanoTime();
        }
        return now - deadline;
    }
}
