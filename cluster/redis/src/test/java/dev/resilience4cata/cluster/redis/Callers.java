// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.cluster.testkit.CrowdReport;
import dev.resilience4cata.cluster.testkit.CrowdTask;
import dev.resilience4cata.cluster.testkit.Envelope;
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
 * One instance of an application: threads that call as often as they can for some time, with or
 * without rests, which all instances have at the same time. Each start is reported with the time at
 * which the caller asked, in the place of the slot.
 */
public final class Callers implements CrowdTask {

    /** What the keys of the reported starts begin with. */
    static final String USED = "used:";

    /** The key of what is reported when a thread that wanted to go on could not. */
    static final String PAUSE = "pause";

    private static final int THREADS = 8;

    /** So that refused callers leave the processors to the others. */
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private static final long LONG_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How long they call before a rest. */
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Duration CONNECTING = Duration.ofSeconds(10);

    /**
     * What the members of a crowd do.
     *
     * @param permits per second
     * @param timeout how long a call waits for an answer
     * @param time for how long they call
     * @param keys how many keys the calls are for; 0 for calls without a key
     * @param leases whether instances take permits in advance
     * @param rest how long they rest each time they have called for a while
     */
    record Load(
            String uri,
            int permits,
            int burst,
            Duration maxWait,
            Duration timeout,
            Duration time,
            int keys,
            boolean leases,
            Duration rest) {

        Load(
                String uri,
                int permits,
                int burst,
                Duration maxWait,
                Duration timeout,
                Duration time,
                int keys) {
            this(uri, permits, burst, maxWait, timeout, time, keys, false, Duration.ZERO);
        }

        private static Load of(List<String> words) {
            return new Load(
                    words.get(0),
                    Integer.parseInt(words.get(1)),
                    Integer.parseInt(words.get(2)),
                    Duration.parse(words.get(3)),
                    Duration.parse(words.get(4)),
                    Duration.parse(words.get(5)),
                    Integer.parseInt(words.get(6)),
                    Boolean.parseBoolean(words.get(7)),
                    Duration.parse(words.get(8)));
        }

        String[] words() {
            return new String[] {
                uri,
                "" + permits,
                "" + burst,
                "" + maxWait,
                "" + timeout,
                "" + time,
                "" + keys,
                "" + leases,
                "" + rest
            };
        }

        long intervalNanos() {
            return TimeUnit.SECONDS.toNanos(1) / permits;
        }

        Envelope envelope() {
            return new Envelope(intervalNanos(), burst);
        }

        /** What one instance lets pass while it is on its own. */
        Envelope share() {
            return new Envelope(intervalNanos() * Instances.COUNT, burst / Instances.COUNT);
        }

        private RedisStore open() {
            return RedisStore.open(RedisSettings.builder(uri).timeout(timeout).build());
        }

        private ResilienceRegistry registry(ClusterStore store) {
            Map<String, String> properties =
                    Map.of(
                            "resilience4cata.cluster.timeout",
                            "" + timeout,
                            "resilience4cata.cluster.expectedInstances",
                            "" + Instances.COUNT);
            return ResilienceRegistry.builder()
                    .clusterStore(store)
                    .properties(properties::get)
                    .build();
        }

        private void limit(RateLimiterConfig.Builder config) {
            config.permits(permits)
                    .period(Duration.ofSeconds(1))
                    .burst(burst)
                    .maxWait(maxWait)
                    .leases(leases)
                    .scope(Scope.CLUSTER);
        }
    }

    /** Called by a crowd. */
    public Callers() {}

    @Override
    public Work prepare(CrowdReport report, List<String> arguments) throws Exception {
        Load load = Load.of(arguments);
        ClusterStore redis = load.open();
        Patience.until("a connection", CONNECTING, () -> answers(redis));
        ClusterStore store = new RecordingStore(redis, report, load.envelope());
        RateLimiterPolicy policy =
                load.registry(store).rateLimiterPolicy("load", "load", "", load::limit);
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
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        long end = System.nanoTime() + load.time().toNanos();
        List<Callable<Long>> callers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random();
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
            rest(load);
            String key = load.keys() == 0 ? null : "key" + zipf(random, load.keys());
            RateLimiterPolicy asked = policy.ofKey(key);
            long before = System.nanoTime();
            if (asked.tryAcquire()) {
                report.started(USED + key, 1, before);
            } else {
                refused++;
                pause(report);
            }
        }
        return refused;
    }

    /** Waits for the end of the rest, if there is one now. */
    private static void rest(Load load) {
        long round = BUSY_NANOS + load.rest().toNanos();
        long inRound = Math.floorMod(System.nanoTime(), round);
        while (inRound >= BUSY_NANOS) {
            LockSupport.parkNanos(round - inRound);
            inRound = Math.floorMod(System.nanoTime(), round);
        }
    }

    /** Leaves the processor, and reports how long this machine kept it if that was for long. */
    private static void pause(CrowdReport report) {
        long before = System.nanoTime();
        LockSupport.parkNanos(PAUSE_NANOS);
        if (System.nanoTime() - before > LONG_PAUSE_NANOS) {
            report.started(PAUSE, 1, before);
        }
    }

    /** The k-th key about as often as 1 / k. */
    private static int zipf(Random random, int keys) {
        return (int) Math.pow(keys, random.nextDouble());
    }
}
