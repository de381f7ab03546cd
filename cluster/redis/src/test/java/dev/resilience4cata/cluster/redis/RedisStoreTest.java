// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A store on one Redis that is well. */
class RedisStoreTest extends RedisContract {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    /** So that a slow machine does not fail what is not about time. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static LocalRedis redis;
    private static RedisStore store;

    @BeforeAll
    static void start() throws Exception {
        redis = LocalRedis.start();
        store = open();
    }

    private static RedisStore open() {
        return RedisStore.open(RedisSettings.builder(redis.uri()).timeout(PATIENT).build());
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    @Override
    protected ClusterStore store() {
        return store;
    }

    @Override
    protected ClusterStore another() {
        return open();
    }

    @Override
    protected LocalRedis redis() {
        return redis;
    }

    @Test
    void saysWhatItCanBeReliedOnFor() {
        assertThat(store.traits())
                .isEqualTo(new StoreTraits(StoreTraits.Clock.ENGINE, 1_000, false, true));
    }

    /** One round trip for one decision. */
    @Test
    void makesOneCommandOfACall() {
        Take take = new Take(key("commands"), HOUR, 1, 1, HOUR, HOUR);
        take(store, take);
        long before = redis.count("evalsha");
        for (int call = 0; call < 100; call++) {
            take(store, take);
        }
        assertThat(redis.count("evalsha") - before).isEqualTo(100);
    }

    /** T9: what the server forgets, callers do not notice. */
    @Test
    void noCallerNoticesThatScriptsAreForgotten() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(5);
        long before = redis.count("eval");
        try {
            Future<Integer> flushes =
                    threads.submit(
                            () -> {
                                int count = 0;
                                while (!over.get()) {
                                    redis.commands().scriptFlush();
                                    count++;
                                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                                }
                                return count;
                            });
            List<Callable<Integer>> callers = new ArrayList<>();
            String key = key("flushed");
            for (int thread = 0; thread < 4; thread++) {
                callers.add(() -> takeAndGiveBack(key));
            }
            int granted = 0;
            for (Future<Integer> each : threads.invokeAll(callers)) {
                granted += each.get(); // fails if one call has failed
            }
            over.set(true);
            assertThat(granted).isEqualTo(4 * 500);
            assertThat(flushes.get()).isGreaterThan(10);
            assertThat(redis.count("eval") - before).isGreaterThan(10);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    private static int takeAndGiveBack(String key) {
        int granted = 0;
        for (int call = 0; call < 500; call++) {
            granted += take(store, new Take(key, 1_000_000, 1, 1, 2 * HOUR, 2 * HOUR));
            store.giveBack(new GiveBack(key, 1, 1, 1, GiveBack.Rule.LAST))
                    .toCompletableFuture()
                    .join();
        }
        return granted;
    }

    private static int take(ClusterStore store, Take take) {
        return store.take(take).toCompletableFuture().join().units();
    }

    @Test
    void leavesNothingOfItsCheckBehind() {
        try (RedisStore other = open()) {
            assertThat(other.traits()).isNotNull();
            assertThat(redis.commands().keys("rl:{check *")).isEmpty();
        }
    }

    /** The sample of docs/reference/cluster.md. */
    private static ClusterStore openOn(RedisClient client) {
        client.setOptions(
                ClientOptions.builder()
                        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                        .replayFilter(command -> true)
                        .build());
        ClusterStore store = RedisStore.open(client, Duration.ofMillis(50));
        return store;
    }

    @Test
    void usesAClientOfTheApplicationAndLeavesItOpen() throws Exception {
        RedisClient client = RedisClient.create(redis.uri());
        try {
            Take take = new Take(key("given"), HOUR, 1, 1, HOUR, HOUR);
            try (ClusterStore given = openOn(client)) {
                // Not at the first attempt if the machine is slower than the timeout.
                Patience.until("a grant", PATIENT, () -> isGranted(given, take));
            }
            assertThat(take(store, take)).isZero();
            assertThat(client.connect().sync().ping()).isEqualTo("PONG");
        } finally {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }

    private static boolean isGranted(ClusterStore store, Take take) {
        try {
            return take(store, take) == 1;
        } catch (CompletionException e) {
            return false;
        }
    }

    @Test
    void knowsAClientThatSendsCommandsAgain() {
        RedisClient client = RedisClient.create(redis.uri());
        try {
            assertThat(GivenClient.dropsUnanswered(client)).isFalse();
            client.setOptions(ClientOptions.builder().replayFilter(command -> true).build());
            assertThat(GivenClient.dropsUnanswered(client)).isFalse();
            client.setOptions(
                    ClientOptions.builder()
                            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                            .build());
            assertThat(GivenClient.dropsUnanswered(client)).isFalse();
            client.setOptions(
                    ClientOptions.builder()
                            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                            .replayFilter(command -> true)
                            .build());
            assertThat(GivenClient.dropsUnanswered(client)).isTrue();
            client.setOptions(ClientOptions.builder().autoReconnect(false).build());
            assertThat(GivenClient.dropsUnanswered(client)).isTrue();
        } finally {
            client.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }

    /** A key that somebody else has under our name. */
    @Test
    void saysSoIfAKeyIsNotOneOfItsOwn() {
        String key = key("list");
        redis.commands().rpush(RedisKey.of(key), "a");
        assertProtocol(key);
        String text = key("text");
        redis.commands().set(RedisKey.of(text), "hello");
        assertProtocol(text);
    }

    private static void assertProtocol(String key) {
        assertThatThrownBy(() -> take(store, new Take(key, HOUR, 1, 1, HOUR, HOUR)))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> {
                            assertThat(e.reason()).isEqualTo(StoreException.Reason.PROTOCOL);
                            assertThat(e).hasMessageStartingWith("127.0.0.1:" + redis.port());
                        });
    }

    /** The same where the state is that of a much later version, or of a mistake. */
    @Test
    void cutsWhateverIsStored() {
        String key = key("far");
        redis.commands().set(RedisKey.of(key), Long.toString(Long.MAX_VALUE));
        Take take = new Take(key, HOUR, 1, 1, HOUR, 2 * HOUR);
        var cut = store.take(take).toCompletableFuture().join();
        assertThat(cut.clamped()).isTrue();
        assertThat(cut.backlogNanos()).isEqualTo(2 * HOUR);
    }
}
