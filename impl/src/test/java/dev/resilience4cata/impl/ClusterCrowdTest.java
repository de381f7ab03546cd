// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Real threads on two instances with one store, whose answers come on threads of its own. */
@Timeout(60)
class ClusterCrowdTest {

    private static final int CALLS = 500;
    private static final int THREADS = 4;

    private final FakeStore store = new FakeStore(System::nanoTime);
    private final ExecutorService threadsOfStore = Executors.newFixedThreadPool(2);
    private final LongAdder starts = new LongAdder();
    private final LongAdder coalesced = new LongAdder();

    /** The connection of one instance. */
    private final class Connection implements ClusterStore {

        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger mostUnderWay = new AtomicInteger();
        private final AtomicLong returnedUnits = new AtomicLong();
        private volatile long unitNanos;

        @Override
        public CompletionStage<Grant> take(Take take) {
            unitNanos = take.unitNanos();
            mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            if (take.maxUnits() > 1) {
                coalesced.increment();
            }
            return CompletableFuture.supplyAsync(
                    () -> {
                        Grant grant = store.take(take).toCompletableFuture().join();
                        underWay.decrementAndGet();
                        return grant;
                    },
                    threadsOfStore);
        }

        @Override
        public CompletionStage<Long> giveBack(GiveBack giveBack) {
            returnedUnits.addAndGet(giveBack.costNanos() / unitNanos);
            return CompletableFuture.supplyAsync(
                    () -> store.giveBack(giveBack).toCompletableFuture().join(), threadsOfStore);
        }

        @Override
        public StoreTraits traits() {
            return store.traits();
        }

        @Override
        public void close() {}
    }

    private ResilienceRegistry instance(Connection connection) {
        return ResilienceRegistry.builder()
                .clusterStore(connection)
                .properties(Map.of("resilience4cata.cluster.timeout", "60s")::get)
                .build();
    }

    private static RateLimiterPolicy policy(ResilienceRegistry instance, boolean leases) {
        return instance.rateLimiterPolicy(
                "limiter",
                "",
                "",
                b ->
                        b.permits(2000)
                                .period(ofSeconds(1))
                                .burst(100)
                                .maxWait(ofMillis(20))
                                .leases(leases)
                                .onStoreFailure(StoreFailure.CLOSED)
                                .scope(Scope.CLUSTER));
    }

    private Callable<List<CompletableFuture<?>>> calls(RateLimiterPolicy policy, long seed) {
        return () -> {
            Random random = new Random(seed);
            List<CompletableFuture<?>> stages = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        if (policy.tryAcquire()) {
                            starts.increment();
                        }
                    }
                    case 1 -> {
                        Thread.currentThread().interrupt();
                        if (policy.tryAcquire()) {
                            starts.increment();
                        }
                        assertThat(Thread.interrupted()).isTrue();
                    }
                    default -> {
                        CompletableFuture<?> stage =
                                policy.callAsync(
                                                () -> {
                                                    starts.increment();
                                                    return CompletableFuture.completedFuture("");
                                                })
                                        .toCompletableFuture();
                        stages.add(stage);
                        if (random.nextInt(3) == 0) {
                            stage.cancel(true);
                        }
                    }
                }
            }
            return stages;
        };
    }

    @RepeatedTest(3) // 2.7: no permit is used twice, and none is forgotten
    void leasesAreUsedOrGivenBack() throws Exception {
        go(true);
    }

    @RepeatedTest(3) // S14: starts + returns = grants, however threads meet
    void everyGrantIsUsedOrGivenBackAndEachInstanceAsksOneQuestionAtATime() throws Exception {
        go(false);
    }

    private void go(boolean leases) throws Exception {
        Connection here = new Connection();
        Connection there = new Connection();
        ExecutorService callers = Executors.newFixedThreadPool(2 * THREADS);
        try (ResilienceRegistry one = instance(here);
                ResilienceRegistry other = instance(there)) {
            List<Callable<List<CompletableFuture<?>>>> tasks = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                tasks.add(calls(policy(one, leases), i));
                tasks.add(calls(policy(other, leases), 100 + i));
            }
            for (Future<List<CompletableFuture<?>>> done : callers.invokeAll(tasks)) {
                for (CompletableFuture<?> stage : done.get()) {
                    Until.until(stage::isDone);
                }
            }
            // What nobody waits for any more is still under way.
            Until.until(() -> here.underWay.get() == 0 && there.underWay.get() == 0);
            Until.until(
                    () ->
                            store.granted()
                                    == starts.sum()
                                            + here.returnedUnits.get()
                                            + there.returnedUnits.get());
            assertThat(here.mostUnderWay).hasValue(1);
            assertThat(there.mostUnderWay).hasValue(1);
            assertThat(coalesced.sum()).as("threads that met, or leases").isPositive();
            assertThat(here.returnedUnits.get() + there.returnedUnits.get()).isPositive();
        } finally {
            callers.shutdownNow();
            threadsOfStore.shutdownNow();
        }
    }
}
