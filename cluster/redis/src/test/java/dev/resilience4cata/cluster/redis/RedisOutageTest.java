// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What callers notice while Redis is away, and afterwards. */
class RedisOutageTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final int BURST = 50;
    private static final int THREADS = 8;
    private static final Duration TIMEOUT = Duration.ofMillis(50);

    /** So long that a slow machine loses no grant by it. */
    private static final Duration LONGER = Duration.ofMillis(250);

    private static final Duration BACK = Duration.ofSeconds(10);

    /**
     * How late a call may fail, beyond its timeout and the slowness of the machine: the thread that
     * ends it has to end all others that are due, and the caller has to wake up.
     */
    private static final Duration MARGIN = Duration.ofMillis(10);

    private static Take take(String key) {
        return new Take(key, HOUR, 1, 1, BURST * HOUR, BURST * HOUR);
    }

    private static RedisStore open(LocalRedis redis) {
        return open(redis, TIMEOUT);
    }

    private static RedisStore open(LocalRedis redis, Duration timeout) {
        return RedisStore.open(RedisSettings.builder(redis.uri()).timeout(timeout).build());
    }

    /** Takes all that there is of a key. */
    private static void exhaust(RedisStore store, String key) throws Exception {
        Patience.until(
                "the burst",
                BACK,
                () -> {
                    try {
                        return call(store, take(key)).units() == 0;
                    } catch (StoreException e) {
                        return false; // a machine that is slower than the timeout
                    }
                });
    }

    private static Grant call(RedisStore store, Take take) {
        try {
            return store.take(take).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw (StoreException) e.getCause();
        }
    }

    private static boolean works(RedisStore store, String key) {
        try {
            return call(store, take(key)) != null;
        } catch (StoreException e) {
            return false;
        }
    }

    /** Callers that go on calling, whatever comes. */
    private static final class Load implements AutoCloseable {

        final AtomicInteger granted = new AtomicInteger();
        final AtomicInteger unavailable = new AtomicInteger();
        final AtomicInteger timeouts = new AtomicInteger();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicLong slowestNanos = new AtomicLong();
        final Queue<Long> timedOutNanos = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean over = new AtomicBoolean();
        private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        private final List<Future<?>> callers = new ArrayList<>();

        Load(RedisStore store, String key) {
            for (int thread = 0; thread < THREADS; thread++) {
                callers.add(
                        threads.submit(
                                () -> {
                                    while (!over.get()) {
                                        callOnce(store, take(key));
                                    }
                                }));
            }
        }

        private void callOnce(RedisStore store, Take take) {
            long start = System.nanoTime();
            try {
                granted.addAndGet(call(store, take).units());
                answers.incrementAndGet();
                slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
            } catch (StoreException e) {
                long nanos = System.nanoTime() - start;
                slowestNanos.accumulateAndGet(nanos, Math::max);
                assertThat(e.reason()).isNotEqualTo(Reason.PROTOCOL);
                if (e.reason() == Reason.TIMEOUT) {
                    timedOutNanos.add(nanos);
                    timeouts.incrementAndGet();
                } else {
                    unavailable.incrementAndGet();
                }
                // A breaker would wait longer.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }

        /** What was granted too late may not be there any more. */
        boolean hasTaken(int permits) {
            return granted.get() >= permits - timeouts.get();
        }

        void end() throws Exception {
            over.set(true);
            for (Future<?> each : callers) {
                each.get(10, TimeUnit.SECONDS);
            }
        }

        @Override
        public void close() {
            over.set(true);
            threads.shutdownNow();
        }
    }

    private static void assertNobodyWaitedLong(Load load, Hiccups hiccups, Duration timeout) {
        long allowed = timeout.plus(MARGIN).toNanos() + 2 * hiccups.longestNanos();
        assertThat(load.slowestNanos.get()).isLessThan(allowed);
    }

    @Test
    void opensWithoutARedisAndWorksOnceThereIsOne() throws Exception {
        try (LocalRedis redis = LocalRedis.prepare();
                RedisStore store = open(redis)) {
            Take take = take("early");
            StoreException early = failure(store, take);
            assertThat(early.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(early).hasMessageContaining("127.0.0.1:" + redis.port());
            redis.restart();
            Patience.until("the first connection", BACK, () -> works(store, "early"));
        }
    }

    private static StoreException failure(RedisStore store, Take take) {
        try {
            throw new AssertionError("answered " + call(store, take));
        } catch (StoreException e) {
            return e;
        }
    }

    /** T6: what was granted is forgotten once, and no caller waits. */
    @Test
    void aRedisThatIsKilledCostsABurstAndNobodyWaits() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisStore store = open(redis, LONGER);
                Hiccups hiccups = new Hiccups();
                Load load = new Load(store, "killed")) {
            Patience.until("the burst", BACK, () -> load.hasTaken(BURST));
            redis.kill();
            Patience.until("an outage", BACK, () -> load.unavailable.get() > 100);
            assertThat(load.granted.get()).isLessThanOrEqualTo(BURST);
            redis.restart();
            Patience.until("the next burst", BACK, () -> load.hasTaken(2 * BURST));
            int answers = load.answers.get();
            Patience.until("more calls", BACK, () -> load.answers.get() > answers + 1_000);
            load.end();
            assertThat(load.granted.get()).isLessThanOrEqualTo(2 * BURST);
            assertNobodyWaitedLong(load, hiccups, LONGER);
            // The restarted server knew no script, and nobody noticed.
            assertThat(redis.count("eval")).isPositive();
        }
    }

    /** T8: calls that failed are not made up for. */
    @Test
    void aRedisThatStallsKeepsNobodyAndIsNotFlooded() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisStore store = open(redis)) {
            exhaust(store, "stalled");
            long before = redis.count("evalsha");
            long sent;
            redis.pause();
            try (Hiccups hiccups = new Hiccups();
                    Load load = new Load(store, "stalled")) {
                Patience.until("a stall", BACK, () -> load.timeouts.get() >= 15 * THREADS);
                load.end();
                assertThat(load.answers.get()).isZero();
                assertNobodyWaitedLong(load, hiccups, TIMEOUT);
                // The median, which does not depend on the slowest moment of the machine.
                List<Long> sorted = load.timedOutNanos.stream().sorted().toList();
                assertThat(Duration.ofNanos(sorted.get(sorted.size() / 2)))
                        .isGreaterThanOrEqualTo(TIMEOUT)
                        .isLessThan(TIMEOUT.multipliedBy(2));
                sent = load.timeouts.get();
            } finally {
                redis.resume();
            }
            // What is sent now is executed after all that was sent before.
            AtomicInteger probes = new AtomicInteger();
            Patience.until("the way back", BACK, () -> probeWorks(store, probes));
            long executed = redis.count("evalsha") - before - probes.get();
            assertThat(executed).isBetween(1L, sent);
        }
    }

    /** A call that is never granted, and so never given back; counted if it may have been sent. */
    private static boolean probeWorks(RedisStore store, AtomicInteger probes) {
        try {
            probes.incrementAndGet();
            return call(store, take("stalled")) != null;
        } catch (StoreException e) {
            if (e.reason() == Reason.UNAVAILABLE) {
                probes.decrementAndGet();
            }
            return false;
        }
    }

    /** What nobody got is given back, though the answer came when nobody waited for it. */
    @Test
    void givesBackWhatWasGrantedTooLate() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisStore store = open(redis)) {
            Take once = new Take("late", HOUR, 1, 1, HOUR, HOUR);
            Patience.until("an answer", BACK, () -> works(store, "warm"));
            redis.pause();
            try {
                assertThat(failure(store, once).reason()).isEqualTo(Reason.TIMEOUT);
            } finally {
                redis.resume();
            }
            Patience.until(
                    "giving back", BACK, () -> works(store, "warm") && isGranted(store, once));
        }
    }

    private static boolean isGranted(RedisStore store, Take take) {
        return call(store, take).units() == 1;
    }

    /** A network that swallows everything: no system says so for minutes. */
    @Test
    void leavesAConnectionFromWhichNothingComes() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                Relay relay = new Relay(redis.port());
                RedisStore store =
                        RedisStore.open(
                                RedisSettings.builder("redis://127.0.0.1:" + relay.port())
                                        .timeout(TIMEOUT)
                                        .build())) {
            Patience.until("an answer", BACK, () -> works(store, "relayed"));
            relay.swallow();
            assertThat(failure(store, take("relayed")).reason()).isEqualTo(Reason.TIMEOUT);
            Patience.until("a new connection", BACK, () -> works(store, "relayed"));
        }
    }

    /** Callers have been told that these calls failed; Lettuce would make up for them. */
    @Test
    void noCallIsSentAgainAfterAReconnection() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                Relay relay = new Relay(redis.port());
                RedisStore store =
                        RedisStore.open(
                                RedisSettings.builder("redis://127.0.0.1:" + relay.port())
                                        .timeout(TIMEOUT)
                                        .build())) {
            exhaust(store, "stalled");
            long before = redis.count("evalsha");
            relay.swallow();
            for (int call = 0; call < 10; call++) {
                assertThat(failure(store, take("stalled")).reason()).isEqualTo(Reason.TIMEOUT);
            }
            relay.cut();
            AtomicInteger probes = new AtomicInteger();
            Patience.until("a reconnection", BACK, () -> probeWorks(store, probes));
            assertThat(redis.count("evalsha") - before).isBetween(1L, (long) probes.get());
        }
    }

    /** A primary that has been replaced: each answer would be an error from now on. */
    @Test
    void leavesAServerThatHasBecomeAReplicaAndComesBackToAPrimary() throws Exception {
        try (LocalRedis primary = LocalRedis.start();
                LocalRedis redis = LocalRedis.start();
                RedisStore store = open(redis)) {
            Patience.until("an answer", BACK, () -> works(store, "replica"));
            long connections = connections(redis);
            redis.commands().replicaof("127.0.0.1", primary.port());
            Patience.until("a failure", BACK, () -> isUnavailable(store));
            // By the address it may find the new primary.
            Patience.until("another connection", BACK, () -> connections(redis) > connections);
            redis.commands().replicaofNoOne();
            Patience.until("the promotion", BACK, () -> works(store, "replica"));
        }
    }

    private static boolean isUnavailable(RedisStore store) {
        try {
            return call(store, take("replica")) == null;
        } catch (StoreException e) {
            return e.reason() == Reason.UNAVAILABLE;
        }
    }

    private static long connections(LocalRedis redis) {
        String prefix = "total_connections_received:";
        return redis.commands()
                .info("stats")
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> Long.parseLong(line.substring(prefix.length()).strip()))
                .sum();
    }

    /** Out of memory and nothing to evict. */
    @Test
    void aRedisWithoutMemoryIsUnavailable() throws Exception {
        try (LocalRedis redis = LocalRedis.start();
                RedisStore store = open(redis, BACK)) {
            assertThat(works(store, "before")).isTrue();
            redis.commands().configSet("maxmemory", "1");
            StoreException full = failure(store, take("full"));
            assertThat(full.reason()).isEqualTo(Reason.UNAVAILABLE);
            assertThat(full).hasMessageContaining("OOM");
            redis.commands().configSet("maxmemory", "0");
            assertThat(works(store, "after")).isTrue();
        }
    }

    /** Calls on their way when a store is closed do not wait for their timeout. */
    @Test
    void closingEndsCallsThatAreOnTheirWay() throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            RedisStore store =
                    RedisStore.open(
                            RedisSettings.builder(redis.uri())
                                    .timeout(Duration.ofMinutes(1))
                                    .build());
            redis.pause();
            try {
                Callable<Grant> call = () -> call(store, take("closing"));
                ExecutorService threads = Executors.newSingleThreadExecutor();
                Future<Grant> waiting = threads.submit(call);
                var answer = store.take(take("closing")).toCompletableFuture();
                assertThat(answer).isNotDone();
                store.close();
                assertThat(answer).isCompletedExceptionally();
                assertThat(waiting)
                        .failsWithin(BACK)
                        .withThrowableThat()
                        .withCauseInstanceOf(StoreException.class);
                threads.shutdownNow();
            } finally {
                redis.resume();
            }
        }
    }
}
