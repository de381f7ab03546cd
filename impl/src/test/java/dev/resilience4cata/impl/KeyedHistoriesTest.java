// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * S31: random histories of calls with more keys than there is room for, beside an oracle that keeps
 * one theoretical arrival time for each key in use, and one for all keys that found no room.
 */
class KeyedHistoriesTest {

    private static final long INTERVAL = 10;

    /** A call with a key, and how long after the one before it comes. */
    record Call(int key, int after) {}

    /** Who is in use, and what each has used up. */
    private static final class Oracle {

        private final int maxKeys;
        private final long tolerance;
        private final Map<Integer, Long> arrivals = new HashMap<>();
        private long shared = Long.MIN_VALUE;

        Oracle(int maxKeys, int burst) {
            this.maxKeys = maxKeys;
            this.tolerance = (burst - 1) * INTERVAL;
        }

        boolean admits(int key, long now) {
            arrivals.values().removeIf(arrival -> arrival <= now);
            boolean own = arrivals.containsKey(key) || arrivals.size() < maxKeys;
            long slot = Math.max(own ? arrivals.getOrDefault(key, now) : shared, now);
            boolean admitted = slot - tolerance <= now;
            if (admitted && own) {
                arrivals.put(key, slot + INTERVAL);
            } else if (admitted) {
                shared = slot + INTERVAL;
            }
            return admitted;
        }
    }

    @Provide
    Arbitrary<List<Call>> histories() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.of(0, 0, 0, 1, 3, 9, 10, 11, 25))
                .as(Call::new)
                .list()
                .ofMaxSize(200);
    }

    @Property
    void eachKeyIsALimiterOfItsOwn(
            @ForAll("histories") List<Call> history,
            @ForAll @IntRange(min = 1, max = 6) int maxKeys,
            @ForAll @IntRange(min = 1, max = 4) int burst) {
        ManualClock clock = new ManualClock();
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "limiter",
                        "",
                        "",
                        b ->
                                b.permits(1)
                                        .period(Duration.ofNanos(INTERVAL))
                                        .burst(burst)
                                        .maxKeys(maxKeys));
        RateLimiterHandle limiter = registry.rateLimiter("limiter");
        Oracle oracle = new Oracle(maxKeys, burst);
        long now = 0;
        for (Call call : history) {
            clock.advance(Duration.ofNanos(call.after()));
            now += call.after();
            assertThat(policy.ofKey(call.key()).tryAcquire())
                    .as("%s at %s", call, now)
                    .isEqualTo(oracle.admits(call.key(), now));
            assertThat(limiter.snapshot().keys()).isBetween(1, maxKeys);
        }
        assertThat(limiter.availablePermits()).as("of calls without a key").isEqualTo(burst);
    }
}
