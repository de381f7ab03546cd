// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * How much heap a limiter takes that nobody calls: the difference that many of them make, with all
 * that the registry keeps of them. Their ids are there before, because an application has them
 * anyway.
 */
final class IdleHeap {

    static final String NEVER_CALLED = "a limiter that was never called";
    static final String CALLED = "a limiter that was called";

    private static final int LIMITERS = 100_000;

    private IdleHeap() {}

    public static void main(String[] args) {
        ManyLimiters.registryOf(1_000).close(); // what the first ones load is not theirs
        String[] ids = new String[LIMITERS];
        for (int i = 0; i < LIMITERS; i++) {
            ids[i] = ManyLimiters.id(i);
        }
        ResilienceRegistry registry = ResilienceRegistry.builder().build();
        List<RateLimiterPolicy> policies = new ArrayList<>(LIMITERS);

        long empty = LiveHeap.bytes();
        for (String id : ids) {
            policies.add(ManyLimiters.policy(registry, id));
        }
        long idle = LiveHeap.bytes();
        policies.forEach(RateLimiterPolicy::tryAcquire);
        long called = LiveHeap.bytes();

        Reading.of(IdleHeap.class, NEVER_CALLED, each(idle - empty, ids), "B").print();
        Reading.of(IdleHeap.class, CALLED, each(called - empty, ids), "B").print();
        registry.close();
    }

    /** Uses the ids, so that they were there all the time. */
    private static double each(long bytes, String[] ids) {
        return bytes / (double) ids.length;
    }
}
