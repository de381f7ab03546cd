// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.cluster.testkit.CrowdReport;
import dev.resilience4cata.cluster.testkit.CrowdTask;
import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One instance of an application: threads that call as often as they can for some time. Each start
 * is reported with the time at which the caller asked, in the place of the slot.
 */
public final class Callers implements CrowdTask {

    /** No answer is late: what happens then is another test. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    /** So that refused callers leave the processors to the others. */
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /**
     * What the members of a crowd do.
     *
     * @param keys how many keys the calls are for; 0 for calls without a key
     * @param seed makes the keys those of this member
     */
    record Load(
            String uri,
            int permits,
            int burst,
            Duration maxWait,
            int threads,
            Duration time,
            int keys,
            int seed) {

        Load(String uri, int permits, int burst, Duration maxWait, int threads, Duration time) {
            this(uri, permits, burst, maxWait, threads, time, 0, 0);
        }

        Load with(int manyKeys, int newSeed) {
            return new Load(uri, permits, burst, maxWait, threads, time, manyKeys, newSeed);
        }

        private static Load of(List<String> words) {
            return new Load(
                    words.get(0),
                    Integer.parseInt(words.get(1)),
                    Integer.parseInt(words.get(2)),
                    Duration.parse(words.get(3)),
                    Integer.parseInt(words.get(4)),
                    Duration.parse(words.get(5)),
                    Integer.parseInt(words.get(6)),
                    Integer.parseInt(words.get(7)));
        }

        String[] words() {
            return new String[] {
                uri,
                "" + permits,
                "" + burst,
                "" + maxWait,
                "" + threads,
                "" + time,
                "" + keys,
                "" + seed
            };
        }

        long intervalNanos() {
            return TimeUnit.SECONDS.toNanos(1) / permits;
        }
    }

    /** Called by a crowd. */
    public Callers() {}

    @Override
    public Work prepare(CrowdReport report, List<String> arguments) throws Exception {
        Load load = Load.of(arguments);
        ClusterStore redis =
                RedisStore.open(RedisSettings.builder(load.uri()).timeout(PATIENT).build());
        Patience.until("a connection", PATIENT, () -> answers(redis));
        ClusterStore store = new RecordingStore(redis, report, load.intervalNanos() * load.burst());
        ResilienceRegistry registry =
                ResilienceRegistry.builder()
                        .clusterStore(store)
                        .properties(
                                Map.of("resilience4cata.cluster.timeout", PATIENT.toSeconds() + "s")
                                        ::get)
                        .build();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "load",
                        "load",
                        "",
                        limit ->
                                limit.permits(load.permits())
                                        .period(Duration.ofSeconds(1))
                                        .burst(load.burst())
                                        .maxWait(load.maxWait())
                                        .scope(Scope.CLUSTER));
        return () -> call(policy, load, report);
    }

    private static boolean answers(ClusterStore store) {
        Take take = new Take("ready", 1, 1, 1, 1, 1);
        return store.take(take)
                .handle((grant, failure) -> failure == null)
                .toCompletableFuture()
                .join();
    }

    private static void call(RateLimiterPolicy policy, Load load, CrowdReport report)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(load.threads());
        long end = System.nanoTime() + load.time().toNanos();
        List<Callable<Long>> callers = new ArrayList<>();
        for (int thread = 0; thread < load.threads(); thread++) {
            Random random = new Random(load.seed() * 1000L + thread);
            callers.add(() -> callUntil(end, policy, load, random, report));
        }
        for (Future<Long> refused : threads.invokeAll(callers)) {
            report.count("refused", refused.get());
        }
        threads.shutdown();
    }

    /** How often the calls were refused. */
    private static long callUntil(
            long end, RateLimiterPolicy policy, Load load, Random random, CrowdReport report) {
        long refused = 0;
        while (System.nanoTime() < end) {
            String key = load.keys() == 0 ? null : "key" + zipf(random, load.keys());
            RateLimiterPolicy asked = policy.ofKey(key);
            long before = System.nanoTime();
            if (asked.tryAcquire()) {
                report.started("used:" + key, 1, before);
            } else {
                refused++;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return refused;
    }

    /** The k-th key about as often as 1 / k. */
    private static int zipf(Random random, int keys) {
        return (int) Math.pow(keys, random.nextDouble());
    }
}
