// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.cluster.testkit.StoreContract;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.infinispan.Cache;
import org.infinispan.commons.IllegalLifecycleStateException;
import org.infinispan.commons.TimeoutException;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.AvailabilityException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what a faulty cache returns is the store's
class InfinispanStoreTest extends StoreContract {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final long MILLISECOND = MILLISECONDS.toNanos(1);

    private static DefaultCacheManager manager;
    private static Cache<String, Long> cache;

    private final List<InfinispanStore> opened = new ArrayList<>();
    private InfinispanStore store;

    @BeforeAll
    static void startCache() {
        manager = new DefaultCacheManager(new GlobalConfigurationBuilder().build());
        manager.defineConfiguration("tat", new ConfigurationBuilder().build());
        cache = manager.getCache("tat");
    }

    @AfterAll
    static void stopCache() {
        manager.stop();
    }

    @BeforeEach
    void open() {
        store = exact();
    }

    @AfterEach
    void close() {
        opened.forEach(InfinispanStore::close);
    }

    /** With a deadline that a busy machine does not miss, if the test does not say otherwise. */
    private InfinispanStore open(InfinispanStore.Builder builder) {
        InfinispanStore store = builder.timeout(Duration.ofSeconds(20)).open();
        opened.add(store);
        return store;
    }

    @Override
    protected ClusterStore store() {
        return store;
    }

    @Override
    protected ClusterStore another() {
        return exact();
    }

    /** All clocks are one here, and the model knows of no others. */
    private InfinispanStore exact() {
        return open(InfinispanStore.builder(cache).skew(Duration.ZERO));
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private static Take one(String key) {
        return new Take(key, HOUR, 1, 1, HOUR, HOUR);
    }

    private static StoreException.Reason reason(CompletionStage<?> stage) {
        try {
            throw new AssertionError(get(stage));
        } catch (CompletionException e) {
            return ((StoreException) e.getCause()).reason();
        }
    }

    /** Waits for what other threads do, without an upper bound on how fast they are. */
    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(MILLISECOND);
        }
    }

    @Test
    void keepsTheTheoreticalArrivalTimeAsANumber() {
        Grant grant = get(store.take(one(key("number"))));
        assertThat(cache.get(key("number"))).isEqualTo(grant.engineNowNanos() + HOUR);
    }

    /** What this JVM has seen last may be too full: another one gave back. */
    @Test
    void refusesOnlyAfterItHasRead() {
        Take take = new Take(key("read"), HOUR, 1, 1, 2 * HOUR, 2 * HOUR);
        get(store.take(take));
        Grant last = get(store.take(take));
        try (ClusterStore other = another()) {
            long slotEnd = last.slotEndOf(1, HOUR);
            assertThat(
                            get(
                                    other.giveBack(
                                            new GiveBack(
                                                    take.key(),
                                                    slotEnd,
                                                    HOUR,
                                                    2 * HOUR,
                                                    GiveBack.Rule.LAST))))
                    .isEqualTo(HOUR);
        }
        assertThat(get(store.take(take)).units()).isOne();
        assertThat(get(store.take(take)).units()).isZero();
    }

    @Test
    void doesNotReadWhatItWroteLast() {
        Queue<String> operations = new ConcurrentLinkedQueue<>();
        InfinispanStore counted =
                open(
                        InfinispanStore.builder(
                                FaultyCache.with(
                                        cache,
                                        (operation, real) -> {
                                            operations.add(operation);
                                            return real.run();
                                        })));
        operations.clear();
        Take take = new Take(key("hint"), HOUR, 1, 1, 3 * HOUR, 3 * HOUR);
        get(counted.take(take));
        get(counted.take(take));
        get(counted.take(take));
        assertThat(operations)
                .containsExactly("getAsync", "putIfAbsentAsync", "replaceAsync", "replaceAsync");
        get(counted.take(take));
        assertThat(operations).hasSize(5).endsWith("getAsync");
    }

    /** The state of a key goes when it means nothing to anybody, whose clock may differ. */
    @Test
    void keepsAKeyForItsBacklogAndTwiceTheSkew() {
        AtomicLong time = new AtomicLong(System.currentTimeMillis() * MILLISECOND + 1);
        InfinispanStore skewed =
                open(
                        InfinispanStore.builder(cache)
                                .clock(new EpochClock(time::get))
                                .skew(Duration.ofMillis(7)));
        Take take = new Take(key("kept"), 30_000 * MILLISECOND, 1, 9, HOUR, HOUR);
        get(skewed.take(take));
        assertThat(lifespan(take.key())).isEqualTo(9 * 30_000 + 14);
        time.addAndGet(1);
        get(skewed.take(new Take(take.key(), 30_000 * MILLISECOND, 1, 1, HOUR, HOUR)));
        assertThat(lifespan(take.key())).isEqualTo(10 * 30_000 + 14);
        get(skewed.take(new Take(take.key(), 1, 1, 1, HOUR / 2, HOUR / 2)));
        assertThat(lifespan(take.key())).isEqualTo(10 * 30_000 + 14);
    }

    private static long lifespan(String key) {
        return cache.getAdvancedCache().getCacheEntry(key).getLifespan();
    }

    /** Or the fast one would take again what the slow one has cut, and so on. */
    @Test
    void cutsNothingThatAFastClockMayHaveWritten() {
        AtomicLong time = new AtomicLong(System.currentTimeMillis() * MILLISECOND);
        Duration skew = Duration.ofMinutes(10);
        InfinispanStore slow =
                open(
                        InfinispanStore.builder(cache)
                                .clock(new EpochClock(() -> time.get() - skew.toNanos()))
                                .skew(skew));
        InfinispanStore fast =
                open(
                        InfinispanStore.builder(cache)
                                .clock(new EpochClock(() -> time.get() + skew.toNanos()))
                                .skew(skew));
        Take take = new Take(key("fast"), HOUR / 10, 1, 99, HOUR, HOUR);
        assertThat(get(fast.take(take)).units()).isEqualTo(10);
        Grant refused = get(slow.take(take));
        assertThat(refused.units()).isZero();
        assertThat(refused.clamped()).isFalse();
        assertThat(refused.backlogNanos()).isEqualTo(HOUR + 2 * skew.toNanos());
        assertThat(get(fast.take(take)).units()).isZero();
        cache.put(take.key(), cache.get(take.key()) + 1);
        Grant cut = get(slow.take(take));
        assertThat(cut.clamped()).isTrue();
        assertThat(cut.backlogNanos()).isEqualTo(HOUR);
    }

    @Test
    void losesKeysThatMeanNothingAnyMore() {
        Take take = new Take(key("gone"), MILLISECOND, 1, 1, MILLISECOND, MILLISECOND);
        get(store.take(take));
        await(() -> !cache.containsKey(take.key()));
        assertThat(get(store.take(take)).backlogNanos()).isZero();
    }

    @Test
    void failsAtItsDeadlineAndKeepsLaterCallsFromPilingUp() {
        CompletableFuture<Long> never = new CompletableFuture<>();
        AtomicInteger reads = new AtomicInteger();
        String key = key("stuck");
        InfinispanStore stuck =
                InfinispanStore.builder(
                                FaultyCache.with(
                                        cache,
                                        (operation, real) -> {
                                            Object result = real.run();
                                            if (!operation.equals("getAsync")) {
                                                return result;
                                            }
                                            reads.incrementAndGet();
                                            return cache.containsKey(key) ? never : result;
                                        }))
                        .timeout(Duration.ofMillis(300))
                        .open();
        opened.add(stuck);
        reads.set(0);
        cache.put(key, 1L);
        long start = System.nanoTime();
        List<CompletionStage<Grant>> calls = new ArrayList<>();
        for (int call = 0; call < 100; call++) {
            calls.add(stuck.take(one(key)));
        }
        for (CompletionStage<Grant> call : calls) {
            assertThat(reason(call)).isEqualTo(StoreException.Reason.TIMEOUT);
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(300 * MILLISECOND);
        assertThat(reads).hasValue(1);
        assertThat(stuck.busyKeys()).isOne();
        never.complete(1L);
        await(() -> stuck.busyKeys() == 0);
        assertThat(reads).hasValue(1);
        assertThat(cache.get(key)).isOne();
    }

    @Test
    void givesBackWhatWasGrantedTooLate() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CompletableFuture<Void> released = new CompletableFuture<>();
        String key = key("late");
        InfinispanStore late =
                InfinispanStore.builder(
                                FaultyCache.with(
                                        cache,
                                        (operation, real) -> {
                                            Object result = real.run();
                                            if (operation.equals("putIfAbsentAsync")
                                                    && cache.containsKey(key)) {
                                                written.countDown();
                                                return released.thenCompose(
                                                        none -> (CompletableFuture<?>) result);
                                            }
                                            return result;
                                        }))
                        .timeout(Duration.ofSeconds(1))
                        .open();
        opened.add(late);
        assertThat(reason(late.take(one(key)))).isEqualTo(StoreException.Reason.TIMEOUT);
        assertThat(written.await(20, SECONDS)).isTrue();
        assertThat(get(store.take(one(key))).units()).isZero();
        released.complete(null);
        await(() -> late.busyKeys() == 0);
        assertThat(get(store.take(one(key))).units()).isOne();
    }

    /** Whoever completes an operation of Infinispan may not have ended it yet. */
    @Test
    void beginsNothingOnAThreadOfInfinispan() {
        ExecutorService infinispan =
                Executors.newSingleThreadExecutor(task -> new Thread(task, "infinispan"));
        try {
            Queue<String> threads = new ConcurrentLinkedQueue<>();
            InfinispanStore store =
                    open(
                            InfinispanStore.builder(
                                    FaultyCache.with(
                                            cache,
                                            (operation, real) -> {
                                                threads.add(Thread.currentThread().getName());
                                                Object result = real.run();
                                                return result instanceof CompletableFuture<?> done
                                                        ? done.thenApplyAsync(
                                                                value -> value, infinispan)
                                                        : result;
                                            })));
            Take take = new Take(key("threads"), HOUR, 1, 1, 20 * HOUR, 20 * HOUR);
            Queue<String> completing = new ConcurrentLinkedQueue<>();
            List<CompletionStage<?>> calls = new ArrayList<>();
            for (int call = 0; call < 50; call++) {
                calls.add(
                        store.take(take)
                                .thenCompose(
                                        grant -> {
                                            completing.add(Thread.currentThread().getName());
                                            return store.take(take);
                                        }));
            }
            calls.forEach(InfinispanStoreTest::get);
            assertThat(threads).hasSizeGreaterThan(200).doesNotContain("infinispan");
            assertThat(completing).hasSize(50).doesNotContain("infinispan");
        } finally {
            infinispan.shutdownNow();
        }
    }

    @Test
    void needsNoMemoryForKeysThatAreIdle() {
        List<CompletionStage<?>> calls = new ArrayList<>();
        for (int key = 0; key < 1_000; key++) {
            Take take = new Take(key("idle " + key), 1, 1, 1, 1, 1);
            calls.add(store.take(take));
            calls.add(store.take(take));
        }
        calls.forEach(InfinispanStoreTest::get);
        await(() -> store.busyKeys() == 0);
    }

    @Test
    void tellsWhyThereIsNoAnswer() {
        Throwable[] thrown = {null};
        InfinispanStore failing =
                open(
                        InfinispanStore.builder(
                                FaultyCache.with(
                                        cache,
                                        (operation, real) -> {
                                            if (thrown[0] == null
                                                    || !operation.equals("getAsync")) {
                                                return real.run();
                                            }
                                            return CompletableFuture.failedFuture(thrown[0]);
                                        })));
        record Case(Throwable thrown, StoreException.Reason reason) {}
        for (Case each :
                List.of(
                        new Case(
                                new AvailabilityException("split"),
                                StoreException.Reason.UNAVAILABLE),
                        new Case(
                                new IllegalLifecycleStateException("stopped"),
                                StoreException.Reason.UNAVAILABLE),
                        new Case(
                                new RejectedExecutionException("full"),
                                StoreException.Reason.UNAVAILABLE),
                        new Case(
                                new CompletionException(new AvailabilityException()),
                                StoreException.Reason.UNAVAILABLE),
                        new Case(
                                new IllegalStateException(new AvailabilityException()),
                                StoreException.Reason.UNAVAILABLE),
                        new Case(new TimeoutException("slow"), StoreException.Reason.TIMEOUT),
                        new Case(
                                new IllegalStateException("what?"),
                                StoreException.Reason.PROTOCOL))) {
            thrown[0] = each.thrown;
            assertThat(reason(failing.take(one(key("failing")))))
                    .as("%s", each.thrown)
                    .isEqualTo(each.reason);
        }
        await(() -> failing.busyKeys() == 0);
        thrown[0] = null;
        assertThat(get(failing.take(one(key("failing")))).units()).isOne();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void failsForAValueOfAnotherType() {
        ((Cache) cache).put(key("text"), "text");
        assertThat(reason(store.take(one(key("text"))))).isEqualTo(StoreException.Reason.PROTOCOL);
        await(() -> store.busyKeys() == 0);
    }

    @Test
    void isUnavailableOnceTheCacheIsStopped() {
        manager.defineConfiguration("stopped", new ConfigurationBuilder().build());
        Cache<String, Long> stopped = manager.getCache("stopped");
        InfinispanStore store = open(InfinispanStore.builder(stopped));
        stopped.stop();
        assertThat(reason(store.take(one(key("stopped")))))
                .isEqualTo(StoreException.Reason.UNAVAILABLE);
    }

    @Test
    void leavesTheCacheToItsOwner() {
        InfinispanStore.on(cache).close();
        assertThat(cache.getStatus().allowInvocations()).isTrue();
    }

    @Test
    void failsWhatIsUnderWayWhenItIsClosed() {
        CompletableFuture<Long> never = new CompletableFuture<>();
        String key = key("closing");
        InfinispanStore closing =
                open(
                        InfinispanStore.builder(
                                FaultyCache.with(
                                        cache,
                                        (operation, real) ->
                                                operation.equals("getAsync")
                                                                && cache.containsKey(key)
                                                        ? never
                                                        : real.run())));
        cache.put(key, 1L);
        CompletionStage<Grant> first = closing.take(one(key));
        CompletionStage<Grant> second = closing.take(one(key));
        closing.close();
        assertThat(reason(first)).isEqualTo(StoreException.Reason.UNAVAILABLE);
        assertThat(reason(second)).isEqualTo(StoreException.Reason.UNAVAILABLE);
        never.complete(1L);
        assertThat(cache.get(key)).isOne();
    }

    @Test
    void usesTheExecutorThatItIsGivenAndLeavesIt() {
        ExecutorService executor =
                Executors.newFixedThreadPool(2, task -> new Thread(task, "the application's"));
        try {
            InfinispanStore store = open(InfinispanStore.builder(cache).executor(executor));
            String thread =
                    get(
                            store.take(one(key("executor")))
                                    .thenApply(grant -> Thread.currentThread().getName()));
            assertThat(thread).isIn("the application's", Thread.currentThread().getName());
            store.close();
            assertThat(executor.isShutdown()).isFalse();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void isUnavailableWithAnExecutorThatWasShutDown() {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        InfinispanStore store = open(InfinispanStore.builder(cache).executor(executor));
        executor.shutdown();
        assertThat(reason(store.take(one(key("shut down")))))
                .isEqualTo(StoreException.Reason.UNAVAILABLE);
        await(() -> store.busyKeys() == 0);
    }

    @Test
    void tellsWhatItCanBeReliedOnFor() {
        StoreTraits traits = store.traits();
        assertThat(traits.clock()).isEqualTo(StoreTraits.Clock.CALLER);
        assertThat(traits.resolutionNanos()).isBetween(1L, MILLISECOND);
        assertThat(traits.ackedSurvivesOneCrash()).isFalse();
        assertThat(traits.expiresKeys()).isTrue();
    }

    @Test
    void refusesSettingsThatMeanNothing() {
        InfinispanStore.Builder builder = InfinispanStore.builder(cache);
        assertThatThrownBy(() -> builder.timeout(Duration.ZERO))
                .isInstanceOf(ResilienceException.class)
                .hasMessage(
                        "R4C-REG-001: InfinispanStore: timeout = PT0S is not more than zero. Set it to some milliseconds.");
        assertThatThrownBy(() -> builder.skew(Duration.ofMillis(-1)))
                .hasMessageContaining("skew = PT-0.001S is negative");
        assertThatThrownBy(() -> builder.skew(Duration.ofSeconds(3_601)))
                .hasMessageContaining("skew = PT1H1S is longer than an hour");
        assertThatThrownBy(() -> builder.timeout(Duration.ofDays(200_000)))
                .hasMessageContaining("is longer than an hour");
    }
}
