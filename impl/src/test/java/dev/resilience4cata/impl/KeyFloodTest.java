// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * C44, S31 under real threads: invented keys come by the hundred thousand while a few keys call all
 * the time, more often than they may. {@code -Dflood.keys} sets how many are invented.
 */
@Timeout(300)
class KeyFloodTest {

    private static final int THREADS = 4;
    private static final int INVENTED = Integer.getInteger("flood.keys", 200_000);
    private static final int MAX_KEYS = 1_000;
    private static final int BURST = 5;
    private static final long INTERVAL = Duration.ofMillis(20).toNanos();

    /** Far more than {@link #MAX_KEYS} states take, far less than one for each invented key. */
    private static final long ROOM = 8 << 20;

    private final RememberingClock clock = new RememberingClock();
    private final AtomicLong passed = new AtomicLong();

    @Test
    void aFloodOfInventedKeysFreesNobodyAndKeepsItsRoom() throws Exception {
        try (ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build()) {
            RateLimiterPolicy policy =
                    registry.rateLimiterPolicy(
                            "limiter",
                            "",
                            "",
                            b ->
                                    b.permits(1)
                                            .period(Duration.ofNanos(INTERVAL))
                                            .burst(BURST)
                                            .maxKeys(MAX_KEYS));
            RateLimiterHandle limiter = registry.rateLimiter("limiter");
            long heap = usedHeap();
            long began = clock.nanoTime();
            ExecutorService crowd = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(crowd.submit(() -> flood(policy, limiter)));
            }
            for (Future<?> each : work) {
                each.get();
            }
            crowd.shutdown();
            long allowed = BURST + (clock.nanoTime() - began) / INTERVAL;
            assertThat(passed.get()).as("of the hot key").isBetween(1L, allowed);
            assertThat(limiter.snapshot().keys()).isEqualTo(MAX_KEYS);
            assertThat(usedHeap() - heap).as("bytes that are kept").isLessThan(ROOM);
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void flood(RateLimiterPolicy policy, RateLimiterHandle limiter) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int call = 0; call < INVENTED / THREADS; call++) {
            boolean unused = policy.ofKey(random.nextLong()).tryAcquire();
            if (policy.ofKey("hot").tryAcquire()) {
                passed.incrementAndGet();
            }
            if (call % 1000 == 0) {
                assertThat(limiter.snapshot().keys()).isLessThanOrEqualTo(MAX_KEYS);
            }
        }
    }
}
