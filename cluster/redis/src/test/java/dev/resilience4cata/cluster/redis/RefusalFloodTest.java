// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Callers who do not stop although the limit is used up. */
class RefusalFloodTest {

    private static final int THREADS = 200;
    private static final int CALLS = 1000;
    private static final Duration PATIENT = Duration.ofSeconds(10);

    /** T17: an instance that was refused knows for how long. */
    @Test
    void costsTheStoreNothing() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisStore store =
                        RedisStore.open(
                                RedisSettings.builder(redis.uri()).timeout(PATIENT).build());
                ResilienceRegistry registry =
                        ResilienceRegistry.builder().clusterStore(store).build()) {
            RateLimiterPolicy policy =
                    registry.rateLimiterPolicy(
                            "flooded",
                            "flooded",
                            "",
                            limit ->
                                    limit.permits(1)
                                            .period(Duration.ofHours(1))
                                            .scope(Scope.CLUSTER));
            Patience.until("the first call", PATIENT, policy::tryAcquire);
            assertThat(policy.tryAcquire()).isFalse();
            long before = redis.count("evalsha");
            long[] times = flood(policy);
            Arrays.sort(times);
            Duration slow = Duration.ofNanos(times[times.length * 99 / 100]);
            long questions = redis.count("evalsha") - before;
            System.out.printf(
                    "T17: %d questions for %d refusals, 99 %% within %d ns%n",
                    questions, times.length, slow.toNanos());
            assertThat(questions).isZero();
            assertThat(slow).isLessThan(Duration.ofNanos(50_000));
        }
    }

    /** How long each call took to be refused. */
    private static long[] flood(RateLimiterPolicy policy) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch ready = new CountDownLatch(THREADS);
            List<Callable<long[]>> callers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                callers.add(
                        () -> {
                            ready.countDown();
                            ready.await();
                            return refusals(policy);
                        });
            }
            List<long[]> times = new ArrayList<>();
            for (Future<long[]> each : threads.invokeAll(callers)) {
                times.add(each.get());
            }
            return times.stream().flatMapToLong(Arrays::stream).toArray();
        } finally {
            threads.shutdownNow();
        }
    }

    private static long[] refusals(RateLimiterPolicy policy) {
        long[] times = new long[CALLS];
        for (int call = 0; call < CALLS; call++) {
            long before = System.nanoTime();
            boolean admitted = policy.tryAcquire();
            times[call] = System.nanoTime() - before;
            assertThat(admitted).isFalse();
        }
        return times;
    }
}
