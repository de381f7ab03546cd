// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.cluster.testkit.StoreModel;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** Random calls of several instances on one store that answers late, or fails, or says nothing. */
class ClusterHistoriesTest {

    /** Decides when a question arrives, and answers when the answer arrives. */
    private static final class DistantStore implements ClusterStore {

        private final ManualClock clock;
        private final Random random;
        private final long longestWayNanos;
        private final int faultsPercent;
        private final StoreModel model = new StoreModel();
        private long granted;
        private long returned;
        private int questions;
        private long unitNanos;

        DistantStore(ManualClock clock, Random random, long longestWayNanos, int faultsPercent) {
            this.clock = clock;
            this.random = random;
            this.longestWayNanos = longestWayNanos;
            this.faultsPercent = faultsPercent;
            FakeStore.expectFailures();
        }

        @Override
        public CompletionStage<Grant> take(Take take) {
            unitNanos = take.unitNanos();
            questions++;
            CompletableFuture<Grant> answer = new CompletableFuture<>();
            boolean fails = random.nextInt(100) < faultsPercent;
            boolean isLost = random.nextInt(100) < faultsPercent;
            travel(
                    () -> {
                        if (fails) {
                            answer.completeExceptionally(FakeStore.unavailable());
                            return;
                        }
                        Grant grant = model.take(take, FakeStore.ORIGIN + clock.nanoTime());
                        if (!isLost) {
                            granted += grant.units();
                            travel(() -> answer.complete(grant));
                        }
                    });
            return answer;
        }

        @Override
        public CompletionStage<Long> giveBack(GiveBack giveBack) {
            returned += giveBack.costNanos() / unitNanos;
            CompletableFuture<Long> answer = new CompletableFuture<>();
            travel(
                    () -> {
                        long now = FakeStore.ORIGIN + clock.nanoTime();
                        long freed = model.giveBack(giveBack, now);
                        travel(() -> answer.complete(freed));
                    });
            return answer;
        }

        private void travel(Runnable arrival) {
            if (longestWayNanos == 0) {
                arrival.run();
                return;
            }
            long way = 1 + (long) (random.nextDouble() * (longestWayNanos - 1));
            var unused =
                    clock.schedule(
                            arrival,
                            clock.nanoTime() + way,
                            (task, delay) -> {
                                throw new AssertionError("this clock does not go by itself");
                            });
        }

        @Override
        public StoreTraits traits() {
            return new StoreTraits(StoreTraits.Clock.ENGINE, 1, true, true);
        }

        @Override
        public void close() {}
    }

    /** Some instances, and what their calls have come to. */
    private static final class History {

        private final Random random;
        private final ManualClock clock;
        private final DistantStore store;
        private final List<ResilienceRegistry> instances = new ArrayList<>();
        private final List<RateLimiterPolicy> policies = new ArrayList<>();
        private final List<CompletableFuture<String>> calls = new ArrayList<>();
        private final List<Long> starts = new ArrayList<>();

        History(
                Random random,
                long longestWayNanos,
                int faultsPercent,
                Consumer<RateLimiterConfig.Builder> attributes) {
            this.random = random;
            clock = new ManualClock(random.nextLong());
            store = new DistantStore(clock, random, longestWayNanos, faultsPercent);
            int count = 1 + random.nextInt(4);
            String instancesKey = "resilience4cata.cluster.expectedInstances";
            for (int i = 0; i < count; i++) {
                ResilienceRegistry instance =
                        ResilienceRegistry.builder()
                                .clock(clock)
                                .clusterStore(store)
                                .properties(
                                        key ->
                                                key.equals(instancesKey)
                                                        ? Integer.toString(count)
                                                        : null)
                                .build();
                instances.add(instance);
                policies.add(
                        instance.rateLimiterPolicy(
                                "limiter",
                                "",
                                "",
                                attributes.andThen(b -> b.scope(Scope.CLUSTER))));
            }
        }

        void call() {
            calls.add(
                    policies.get(random.nextInt(policies.size()))
                            .callAsync(
                                    () -> {
                                        starts.add(clock.nanoTime());
                                        return CompletableFuture.completedFuture("");
                                    })
                            .toCompletableFuture());
        }

        void cancelOne() {
            if (!calls.isEmpty()) {
                calls.remove(random.nextInt(calls.size())).cancel(true);
            }
        }

        /** So many steps, each of which is one of several things. */
        void go(int steps, long intervalNanos) {
            for (int i = 0; i < steps; i++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 -> call();
                    case 4 -> cancelOne();
                    case 5 -> {
                        for (int n = random.nextInt(10); n > 0; n--) {
                            call();
                        }
                    }
                    default ->
                            clock.advance(
                                    ofNanos((long) (random.nextDouble() * 2 * intervalNanos)));
                }
            }
        }

        void finish() {
            clock.advance(ofHours(1));
            clock.advance(ZERO);
            assertThat(calls).allMatch(CompletableFuture::isDone);
            assertThat(clock.pendingTasks()).as("tasks left behind").isZero();
        }

        /** The envelope S2, a little later than the store meant it. */
        void assertEnvelope(int burst, long intervalNanos, long laterNanos) {
            long[] sorted = starts.stream().mapToLong(at -> at - starts.get(0)).toArray();
            for (int from = 0; from < sorted.length; from++) {
                for (int to = from; to < sorted.length; to++) {
                    long window = sorted[to] - sorted[from];
                    long most = burst + (window + laterNanos) / intervalNanos;
                    if (to - from + 1 > most) {
                        throw new AssertionError(
                                (to - from + 1) + " starts in " + window + " ns, not " + most);
                    }
                }
            }
        }
    }

    @Property(tries = 200) // S2, S3, S13: as if it were one limiter
    void withAnswersAtOnceAllInstancesTogetherKeepTheEnvelope(@ForAll long seed) {
        Random random = new Random(seed);
        int burst = 1 + random.nextInt(5);
        long interval = 1 + (long) Math.exp(random.nextDouble() * 20);
        long maxWait = (long) (random.nextInt(4) * random.nextDouble() * interval);
        History history =
                new History(
                        random,
                        0,
                        0,
                        b ->
                                b.permits(1)
                                        .period(ofNanos(interval))
                                        .burst(burst)
                                        .maxWait(ofNanos(maxWait)));
        history.go(200, interval);
        history.finish();
        history.assertEnvelope(burst, interval, 0);
        assertThat(history.store.granted).isEqualTo(history.starts.size() + history.store.returned);
    }

    @Property(tries = 200) // 3.1: on the times of the callers, later by the way of an answer
    void withAWayToTheStoreAllInstancesTogetherKeepTheEnvelopeButForTheWay(@ForAll long seed) {
        Random random = new Random(seed);
        int burst = 1 + random.nextInt(5);
        long interval = ofMillis(1 + random.nextInt(200)).toNanos();
        long maxWait = (long) (random.nextInt(4) * random.nextDouble() * interval);
        long way = 1_000_000L + random.nextInt(19_000_000);
        History history =
                new History(
                        random,
                        way,
                        0,
                        b ->
                                b.permits(1)
                                        .period(ofNanos(interval))
                                        .burst(burst)
                                        .maxWait(
                                                maxWait == 0
                                                        ? ZERO
                                                        : ofMillis(50).plusNanos(maxWait))
                                        .onStoreFailure(StoreFailure.CLOSED));
        history.go(200, interval);
        history.finish();
        history.assertEnvelope(burst, interval, way);
        assertThat(history.store.granted).isEqualTo(history.starts.size() + history.store.returned);
    }

    @Property(tries = 200) // S14: starts + returns = grants, and nobody waits for ever
    void withFaultsEveryGrantIsUsedOrGivenBackAndEveryCallEnds(@ForAll long seed) {
        Random random = new Random(seed);
        long interval = ofMillis(1 + random.nextInt(50)).toNanos();
        History history =
                new History(
                        random,
                        100_000_000, // the deadline is at 50 ms
                        random.nextInt(20),
                        b ->
                                b.permits(1)
                                        .period(ofNanos(interval))
                                        .burst(1 + random.nextInt(20))
                                        .maxWait(ofMillis(random.nextInt(200)))
                                        .onStoreFailure(StoreFailure.CLOSED));
        history.go(300, 10_000_000);
        if (random.nextInt(4) == 0) {
            history.instances.forEach(ResilienceRegistry::close);
        }
        history.finish();
        assertThat(history.store.granted).isEqualTo(history.starts.size() + history.store.returned);
    }

    @Property(tries = 200) // 2.7: beyond the envelope at most what all instances hold
    void withLeasesAllInstancesTogetherKeepTheEnvelopeButForWhatTheyHold(@ForAll long seed) {
        Random random = new Random(seed);
        int burst = 20 + random.nextInt(300);
        long interval = 1_000L + random.nextInt(5_000_000);
        long maxWait = (long) (random.nextInt(3) * random.nextDouble() * interval);
        long way = random.nextBoolean() ? 0 : 1_000_000L + random.nextInt(19_000_000);
        boolean faults = way > 0 && random.nextBoolean();
        History history =
                new History(
                        random,
                        way,
                        faults ? random.nextInt(20) : 0,
                        b ->
                                b.permits(1)
                                        .period(ofNanos(interval))
                                        .burst(burst)
                                        .leases(true)
                                        .maxWait(
                                                maxWait == 0
                                                        ? ZERO
                                                        : ofMillis(50).plusNanos(maxWait))
                                        .onStoreFailure(StoreFailure.CLOSED));
        history.go(burst * 4, interval);
        if (random.nextInt(4) == 0) {
            history.instances.forEach(ResilienceRegistry::close);
        }
        history.finish();
        int count = history.instances.size();
        int held = count * (burst / (5 * count));
        history.assertEnvelope(burst + held, interval, way);
        assertThat(history.store.granted).isEqualTo(history.starts.size() + history.store.returned);
        // Fewer questions than starts, though each coalesces only who comes while it is under way.
        Statistics.collect(way == 0 && history.store.questions < history.starts.size());
        Statistics.coverage(leased -> leased.check(true).percentage(p -> p > 25));
    }

    @Property(tries = 50) // LOCAL: nobody waits for ever then, either
    void withFaultsEveryCallEndsByItsShare(@ForAll long seed) {
        Random random = new Random(seed);
        History history =
                new History(
                        random,
                        100_000_000,
                        random.nextInt(50),
                        b -> b.permits(10).maxWait(ofMillis(random.nextInt(2000))));
        history.go(300, 10_000_000);
        history.finish();
    }

    @Property(tries = 50) // S3, 3.1: a limiter that refuses everything would keep any envelope
    void underSaturationTheRateIsUsedUp(@ForAll long seed) {
        Random random = new Random(seed);
        int burst = 1 + random.nextInt(20);
        History history =
                new History(random, 0, 0, b -> b.permits(100).period(ofSeconds(1)).burst(burst));
        for (int step = 0; step < 20_000; step++) { // 10 s
            history.call();
            history.clock.advance(ofNanos(500_000));
        }
        history.finish();
        assertThat(history.starts).hasSizeBetween(burst + 999, burst + 1000);
    }
}
