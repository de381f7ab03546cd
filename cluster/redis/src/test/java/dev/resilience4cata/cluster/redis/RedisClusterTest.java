// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.StoreContract;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreException.Reason;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** T11: a cluster of three primaries with a replica each. */
@Tag("nightly")
class RedisClusterTest extends StoreContract {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final int BURST = 2_000;

    /** Shorter than the time after which Lettuce looks at all nodes anyway. */
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private LocalCluster cluster;
    private RedisStore store;

    @BeforeEach
    void start() throws Exception {
        cluster = LocalCluster.start();
        store = open();
    }

    private RedisStore open() {
        return RedisStore.open(
                RedisSettings.builder(cluster.uris())
                        .cluster(true)
                        .timeout(Duration.ofSeconds(2))
                        .build());
    }

    @AfterEach
    void stop() {
        if (store != null) {
            store.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected ClusterStore store() {
        return store;
    }

    @Override
    protected ClusterStore another() {
        return open();
    }

    private static Take take(String key) {
        return new Take(key, HOUR, 1, 1, BURST * HOUR, BURST * HOUR);
    }

    /** Callers of one key until they are told to stop. */
    private final class Load implements AutoCloseable {

        final AtomicInteger granted = new AtomicInteger();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        final AtomicReference<StoreException> failure = new AtomicReference<>();
        private final AtomicBoolean over = new AtomicBoolean();
        private final ExecutorService threads = Executors.newFixedThreadPool(4);
        private final List<Future<?>> callers = new ArrayList<>();

        Load(String key) {
            for (int thread = 0; thread < 4; thread++) {
                callers.add(threads.submit(() -> callAgainAndAgain(key)));
            }
        }

        private void callAgainAndAgain(String key) {
            while (!over.get()) {
                try {
                    granted.addAndGet(store.take(take(key)).toCompletableFuture().join().units());
                    answers.incrementAndGet();
                } catch (CompletionException e) {
                    failures.incrementAndGet();
                    failure.set((StoreException) e.getCause());
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }

        void awaitMoreAnswers() throws Exception {
            int before = answers.get();
            Patience.until("more answers", PATIENT, () -> answers.get() > before + 100);
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

    /** MOVED and ASK are nothing that a caller sees. */
    @Test
    void nobodyNoticesThatASlotMoves() throws Exception {
        String key = "moves";
        try (Load load = new Load(key)) {
            load.awaitMoreAnswers();
            LocalRedis to = cluster.move(RedisKey.of(key));
            load.awaitMoreAnswers();
            assertThat(to.commands().get(RedisKey.of(key))).isNotNull();
            Patience.until("the burst", PATIENT, () -> load.granted.get() >= BURST);
            load.awaitMoreAnswers();
            load.end();
            assertThat(load.failure.get()).isNull();
            assertThat(load.granted.get()).isEqualTo(BURST);
        }
    }

    /** What the replica did not hear of is granted again, and no more. */
    @Test
    void anotherNodeGoesOnWhenAPrimaryIsKilled() throws Exception {
        String key = "killed";
        try (Load load = new Load(key)) {
            Patience.until("the burst", PATIENT, () -> load.granted.get() >= BURST);
            cluster.primaryOf(RedisKey.of(key)).kill();
            Patience.until("an outage", PATIENT, () -> load.failures.get() > 0);
            load.awaitMoreAnswers();
            load.end();
            assertThat(load.failure.get().reason()).isNotEqualTo(Reason.PROTOCOL);
            assertThat(load.granted.get()).isBetween(BURST, 2 * BURST);
        }
    }
}
