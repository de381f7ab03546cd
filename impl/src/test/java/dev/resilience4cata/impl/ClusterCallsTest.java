// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static dev.resilience4cata.impl.Until.untilWaiting;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.RateLimiterWaited;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreTraits;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of limiters that are kept in a store: what is asked, who gets what, and who waits. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // the list of starts shows what became of a call
class ClusterCallsTest {

    private static final long SECOND = 1_000_000_000L;

    private final ManualClock clock = new ManualClock();
    private final FakeStore store = new FakeStore(clock);
    private final List<RateLimiterRejected> rejections = new ArrayList<>();
    private final List<RateLimiterWaited> waits = new ArrayList<>();
    private final LongAdder admitted = new LongAdder();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder()
                    .clock(clock)
                    .clusterStore(store)
                    .listener(
                            new RateLimiterListener() {
                                @Override
                                public void onRejected(RateLimiterRejected event) {
                                    rejections.add(event);
                                }

                                @Override
                                public void onWaited(RateLimiterWaited event) {
                                    waits.add(event);
                                }

                                @Override
                                public LongAdder onCreated(
                                        ResilienceRegistry registry, String instance) {
                                    return admitted;
                                }
                            })
                    .build();
    private final List<String> starts = new ArrayList<>();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return policy(registry, attributes);
    }

    private static RateLimiterPolicy policy(
            ResilienceRegistry registry, Consumer<RateLimiterConfig.Builder> attributes) {
        return registry.rateLimiterPolicy(
                "limiter", "", "", attributes.andThen(b -> b.scope(Scope.CLUSTER)));
    }

    private RateLimiterPolicy onePerSecond(Duration maxWait) {
        return policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(maxWait));
    }

    private RateLimiterHandle handle() {
        return registry.rateLimiter("limiter");
    }

    /** An asynchronous call that notes when it starts, to the millisecond. */
    private CompletableFuture<String> call(RateLimiterPolicy policy, String name) {
        return (CompletableFuture<String>)
                policy.callAsync(
                        () -> {
                            starts.add(name + " at " + clock.nanoTime() / 1_000_000);
                            return CompletableFuture.completedFuture(name);
                        });
    }

    @Test // S1, over two registries as two instances
    void instancesHaveOneBurstAndOneRateTogether() {
        RateLimiterPolicy here = policy(b -> b.permits(10).period(ofSeconds(1)));
        RateLimiterPolicy there = policy(store.registry(), b -> b.permits(10).period(ofSeconds(1)));
        for (int i = 0; i < 5; i++) {
            assertThat(here.tryAcquire()).isTrue();
            assertThat(there.tryAcquire()).isTrue();
        }
        assertThat(here.tryAcquire()).isFalse();
        assertThat(there.tryAcquire()).isFalse();
        clock.advance(ofMillis(100).minusNanos(1));
        assertThat(there.tryAcquire()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(there.tryAcquire()).isTrue();
        assertThat(here.tryAcquire()).isFalse();
        assertThat(admitted.sum()).isEqualTo(5);
        assertThat(rejections).hasSize(2);
    }

    @Test // cluster.md 2.2
    void asksInWholeNanosecondsWithRoomForInstancesWithALargerBurst() {
        policy(b -> b.permits(3).period(ofSeconds(2)).burst(4).maxWait(ofSeconds(1))).tryAcquire();
        assertThat(store.takes)
                .containsExactly(
                        new Take(
                                "limiter",
                                666_666_667,
                                1,
                                1,
                                4 * 666_666_667L + SECOND,
                                10 * (4 * 666_666_667L + SECOND) + 5 * SECOND));
    }

    @Test // S10, S12, S25: from the answer on, by the clock of the instance
    void aWaitEndsWhenTheSlotIsDue() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(2));
        assertThat(policy.tryAcquire()).isTrue();
        clock.advance(ofMillis(400));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(clock.nanoTime()).isEqualTo(SECOND);
        assertThat(waits)
                .as("the first did not wait for a permit")
                .containsExactly(new RateLimiterWaited("limiter", ofMillis(600)));
        assertThat(admitted.sum()).isEqualTo(2);
    }

    @Test // S15
    void asynchronousCallsWaitForTheAnswerAndForTheSlotWithoutAThread() {
        store.hold();
        RateLimiterPolicy policy = onePerSecond(ofSeconds(2));
        CompletableFuture<String> a = call(policy, "A");
        CompletableFuture<String> b = call(policy, "B");
        CompletableFuture<String> c = call(policy, "C");
        CompletableFuture<String> d = call(policy, "D");
        assertThat(starts).isEmpty();
        clock.advance(ofMillis(10));
        store.answer(); // to A
        clock.advance(ofMillis(10));
        assertThat(a).isCompletedWithValue("A");
        store.answer(); // to the others
        clock.advance(ZERO);
        assertThat(d).isCompletedExceptionally();
        assertThat(clock.pendingTasks()).isEqualTo(2);
        clock.advance(ofSeconds(10));
        assertThat(b).isCompletedWithValue("B");
        assertThat(c).isCompletedWithValue("C");
        assertThat(starts).containsExactly("A at 10", "B at 1010", "C at 2010");
        assertThat(clock.pendingTasks()).isZero();
        assertThat(waits)
                .containsExactly(
                        new RateLimiterWaited("limiter", ofMillis(1010)),
                        new RateLimiterWaited("limiter", ofMillis(2010)));
        assertThat(rejections).hasSize(1);
        assertThat(admitted.sum()).isEqualTo(3);
    }

    @Test
    void anAnswerAtOnceStartsAnAsynchronousCallOnItsOwnThread() {
        CompletableFuture<String> a = call(onePerSecond(ZERO), "A");
        assertThat(a).isCompletedWithValue("A");
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // 2.7
    void whoComesWhileOneIsAskedForIsInTheNextRound() {
        store.hold();
        RateLimiterPolicy policy = policy(b -> b.permits(100));
        for (int i = 0; i < 8; i++) {
            call(policy, Integer.toString(i));
        }
        assertThat(store.takes).hasSize(1);
        store.answer();
        assertThat(store.takes).extracting(Take::maxUnits).containsExactly(1, 7);
        assertThat(store.takes).extracting(Take::minUnits).containsExactly(1, 1);
        call(policy, "8");
        store.answerAll();
        assertThat(store.takes).extracting(Take::maxUnits).containsExactly(1, 7, 1);
        clock.advance(ZERO);
        assertThat(starts).hasSize(9).first().isEqualTo("0 at 0");
        assertThat(store.granted()).isEqualTo(9);
    }

    @Test // 2.7: in the order of arrival
    void aGrantOfFewerIsDealtOutInTheOrderOfArrivalAndTheRestIsRefused() {
        store.hold();
        RateLimiterPolicy policy = policy(b -> b.permits(4).period(ofSeconds(4)));
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            calls.add(call(policy, Integer.toString(i)));
        }
        store.answerAll();
        clock.advance(ZERO);
        assertThat(starts).containsExactly("0 at 0", "1 at 0", "2 at 0", "3 at 0");
        assertThat(calls.subList(4, 7)).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(store.takes).as("the rest was refused by the same answer").hasSize(2);
    }

    @Test // the slots of one grant lie an interval apart
    void eachOfOneGrantHasAWaitOfItsOwn() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        assertThat(policy.tryAcquire()).isTrue();
        store.hold();
        for (int i = 1; i <= 4; i++) {
            call(policy, Integer.toString(i));
        }
        store.answerAll();
        clock.advance(ofSeconds(10));
        assertThat(starts).containsExactly("1 at 1000", "2 at 2000", "3 at 3000", "4 at 4000");
    }

    @Test
    void callsOfAnotherConfigurationAreAskedForByThemselves() {
        store.hold();
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        for (int i = 0; i < 3; i++) {
            call(policy, "before");
        }
        handle().reconfigure(b -> b.permits(2).maxWait(ofSeconds(5)));
        call(policy, "after");
        store.answerAll();
        assertThat(store.takes).extracting(Take::maxUnits).containsExactly(1, 2, 1);
        assertThat(store.takes)
                .extracting(Take::unitNanos)
                .containsExactly(SECOND, SECOND, SECOND / 2);
        assertThat(store.takes)
                .extracting(Take::limitNanos)
                .containsExactly(11 * SECOND, 11 * SECOND, 6 * SECOND);
    }

    @Test // S17, 2.3
    void cancellingACallThatWaitsForItsSlotGivesTheSlotBack() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<String> waiting = call(policy, "A");
        assertThat(waiting.cancel(true)).isTrue();
        assertThat(store.returns)
                .containsExactly(
                        new GiveBack(
                                "limiter",
                                FakeStore.ORIGIN + 2 * SECOND,
                                SECOND,
                                SECOND,
                                GiveBack.Rule.LAST));
        assertThat(store.freedNanos()).isEqualTo(SECOND);
        assertThat(clock.pendingTasks()).isZero();
        call(policy, "B");
        clock.advance(ofSeconds(10));
        assertThat(starts).containsExactly("B at 1000");
    }

    @Test // S17
    void whatIsGrantedToACallThatWasCancelledMeanwhileGoesToTheNextOne() {
        store.hold();
        RateLimiterPolicy policy = policy(b -> b.permits(2).period(ofHours(1)).burst(3));
        call(policy, "A");
        CompletableFuture<String> b = call(policy, "B");
        call(policy, "C");
        assertThat(b.cancel(true)).isTrue();
        store.answer();
        assertThat(store.takes).extracting(Take::maxUnits).as("B is gone").containsExactly(1, 1);
        CompletableFuture<String> d = call(policy, "D");
        store.answer();
        assertThat(d.cancel(true)).isTrue(); // while the store is asked for it
        store.answerAll();
        clock.advance(ZERO);
        assertThat(starts).containsExactly("A at 0", "C at 0");
        assertThat(store.freedNanos()).isEqualTo(SECOND * 1800);
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // 2.3: of several that nobody wants, all in one
    void theUnusedEndOfAGrantIsGivenBackAtOnce() {
        store.hold();
        RateLimiterPolicy policy = policy(b -> b.permits(10).period(ofSeconds(10)));
        call(policy, "A");
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(call(policy, Integer.toString(i)));
        }
        store.answer();
        calls.get(0).cancel(true);
        calls.get(2).cancel(true);
        calls.get(3).cancel(true);
        store.answer();
        assertThat(store.returns)
                .containsExactly(
                        new GiveBack(
                                "limiter",
                                FakeStore.ORIGIN + 6 * SECOND,
                                3 * SECOND,
                                10 * SECOND,
                                GiveBack.Rule.LAST));
        assertThat(store.freedNanos()).isEqualTo(3 * SECOND);
        clock.advance(ZERO);
        assertThat(starts).containsExactly("A at 0", "1 at 0", "4 at 0");
    }

    @Test // S11
    void anInterruptedThreadGivesBackWhatItWaitsFor() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        assertThat(policy.tryAcquire()).isTrue();
        Thread.currentThread().interrupt();
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(Thread.interrupted()).as("the flag is set again").isTrue();
        assertThat(store.freedNanos()).isEqualTo(SECOND);
        assertThat(clock.nanoTime()).isZero();
        clock.advance(ofSeconds(1));
        Thread.currentThread().interrupt();
        assertThat(policy.tryAcquire()).as("a permit is free").isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test // S11, while the store has not answered
    void anInterruptedThreadDoesNotWaitForTheStore() {
        store.hold();
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        Thread.currentThread().interrupt();
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.returns).isEmpty();
        store.answerAll();
        assertThat(store.freedNanos()).as("the grant that came later").isEqualTo(SECOND);
    }

    @Test // a thread that really parks is woken by the answer
    void aParkedThreadIsWokenByTheAnswer() throws Exception {
        ParkingClock parking = new ParkingClock();
        FakeStore holding = new FakeStore(parking);
        holding.hold();
        try (ResilienceRegistry own = holding.registry()) {
            RateLimiterPolicy policy = policy(own, b -> b.permits(1).maxWait(ofSeconds(1)));
            FutureTask<Boolean> first = new FutureTask<>(policy::tryAcquire);
            Thread thread = new Thread(first);
            thread.start();
            assertThat(parking.nextPark()).as("the deadline").isEqualTo(ofMillis(50));
            untilWaiting(thread);
            holding.answer();
            assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
            FutureTask<Boolean> second = new FutureTask<>(policy::tryAcquire);
            thread = new Thread(second);
            thread.start();
            assertThat(parking.nextPark()).isEqualTo(ofMillis(50));
            untilWaiting(thread);
            parking.advance(ofMillis(20));
            holding.answer();
            assertThat(parking.nextPark()).as("from the answer on").isEqualTo(ofMillis(1020));
            parking.advance(ofSeconds(1));
            assertThat(second.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test // S21
    void closingReleasesWhoWaitsForTheStoreAndLeavesNothingBehind() throws Exception {
        ParkingClock parking = new ParkingClock();
        FakeStore holding = new FakeStore(parking);
        holding.hold();
        ResilienceRegistry own = holding.registry();
        RateLimiterPolicy policy = policy(own, b -> b.permits(1).maxWait(ofSeconds(1)));
        FutureTask<Boolean> call = new FutureTask<>(policy::tryAcquire);
        Thread thread = new Thread(call);
        thread.start();
        assertThat(parking.nextPark()).isEqualTo(ofMillis(50));
        untilWaiting(thread);
        own.close();
        assertThat(call.get(30, TimeUnit.SECONDS)).isFalse();
        assertThat(holding.isClosed()).as("the store is not the registry's").isFalse();
        holding.answerAll();
        assertThat(holding.freedNanos()).as("what was granted too late").isEqualTo(SECOND);
        assertThatThrownBy(policy::tryAcquire)
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-010");
    }

    @Test // S21
    void closingFailsStagesThatWaitForTheStoreOrForTheirSlot() {
        RateLimiterPolicy policy = onePerSecond(ofSeconds(10));
        assertThat(policy.tryAcquire()).isTrue();
        CompletableFuture<String> forSlot = call(policy, "slot");
        store.hold();
        CompletableFuture<String> forStore = call(policy, "store");
        CompletableFuture<String> inQueue = call(policy, "queue");
        registry.close();
        for (CompletableFuture<String> stage : List.of(forSlot, forStore, inQueue)) {
            assertThatThrownBy(stage::get).hasMessageContaining("R4C-REG-010");
        }
        assertThat(clock.pendingTasks()).isZero();
        store.answerAll();
        assertThat(store.takes).as("nobody is asked for any more").hasSize(3);
        clock.advance(ofHours(1));
        assertThat(starts).isEmpty();
        assertThat(clock.pendingTasks()).isZero();
        assertThatThrownBy(() -> handle()).hasMessageContaining("R4C-REG-010");
    }

    @Test // S9
    void aDisabledLimiterAsksNobody() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).enabled(false));
        for (int i = 0; i < 10; i++) {
            assertThat(policy.tryAcquire()).isTrue();
            assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        }
        assertThat(store.takes).isEmpty();
        assertThat(handle().availablePermits()).isEqualTo(1);
        handle().reconfigure(b -> b.enabled(true));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(store.takes).hasSize(2);
    }

    @Test
    void inShadowModeAllPassAtOnceAndRejectionsArePublishedWhenTheStoreSaysSo() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).shadow(true).maxWait(ofSeconds(1)));
        store.hold();
        for (int i = 0; i < 4; i++) {
            assertThat(call(policy, Integer.toString(i))).isCompleted();
        }
        assertThat(rejections).isEmpty();
        store.answerAll();
        assertThat(rejections).as("not on a thread of the store").isEmpty();
        clock.advance(ZERO);
        assertThat(rejections)
                .as("one had the permit, one would have waited")
                .hasSize(2)
                .allMatch(RateLimiterRejected::shadow);
        assertThat(policy.tryAcquire()).as("from what is known").isTrue();
        assertThat(rejections).hasSize(3);
        assertThat(store.takes).hasSize(2);
        assertThat(waits).isEmpty();
        assertThat(admitted.sum()).isEqualTo(5);
    }

    @Test
    void reconfigureCountsFromTheNextCallOn() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).period(ofSeconds(10)));
        for (int i = 0; i < 10; i++) {
            assertThat(policy.tryAcquire()).isTrue();
        }
        assertThat(policy.tryAcquire()).isFalse();
        handle().reconfigure(
                        b -> b.permits(20)); // a burst of 20 half seconds, ten of which are used up
        assertThat(policy.tryAcquire()).as("10 s are used up, and fit").isFalse();
        clock.advance(ofMillis(500));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(handle().snapshot().burst()).isEqualTo(20);
    }

    @Test
    void drainingPausesThisInstanceOnly() {
        RateLimiterPolicy here = policy(b -> b.permits(10).maxWait(ofSeconds(60)));
        RateLimiterPolicy there =
                policy(store.registry(), b -> b.permits(10).maxWait(ofSeconds(60)));
        handle().drain(ofSeconds(3));
        handle().drain(ofSeconds(1)); // never shorter
        assertThat(here.tryAcquire()).isFalse();
        assertThat(there.tryAcquire()).isTrue();
        assertThat(here.ofKey("ann").tryAcquire()).as("a key").isTrue();
        assertThat(handle().availablePermits()).isZero();
        assertThat(handle().timeToNextPermit()).isEqualTo(ofSeconds(3));
        clock.advance(ofSeconds(3).minusNanos(1));
        assertThat(here.tryAcquire()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(here.tryAcquire()).isTrue();
        handle().forKey("ann").drain(ofSeconds(1));
        assertThat(here.ofKey("ann").tryAcquire()).isFalse();
        assertThat(here.ofKey("bob").tryAcquire()).isTrue();
        assertThatThrownBy(() -> handle().drain(ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test // S8, as far as one can know
    void showsWhatTheStoreSaidLastWithTheTimeSince() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).period(ofSeconds(10)));
        RateLimiterPolicy there =
                policy(store.registry(), b -> b.permits(10).period(ofSeconds(10)));
        assertThat(handle().availablePermits()).as("before it has asked").isEqualTo(10);
        assertThat(there.tryAcquire()).isTrue();
        for (int i = 0; i < 4; i++) {
            assertThat(policy.tryAcquire()).isTrue();
        }
        int asked = store.takes.size();
        assertThat(handle().availablePermits()).isEqualTo(5);
        clock.advance(ofMillis(1500));
        assertThat(handle().availablePermits()).isEqualTo(6);
        for (int i = 0; i < 6; i++) {
            assertThat(there.tryAcquire()).isTrue();
        }
        assertThat(handle().availablePermits()).as("it may be stale").isEqualTo(6);
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(handle().availablePermits()).isZero();
        assertThat(handle().timeToNextPermit()).isEqualTo(ofMillis(500));
        assertThat(handle().snapshot().scope()).isEqualTo(Scope.CLUSTER);
        assertThat(registry.snapshot().rateLimiters()).containsExactly(handle().snapshot());
        assertThat(store.takes).as("to look asks nobody").hasSize(asked + 7);
        clock.advance(ofMillis(500));
        assertThat(handle().timeToNextPermit()).isZero();
        assertThat(policy.tryAcquire()).isTrue();
    }

    @Test // a store that answers after the deadline; more in StoreFailureTest
    void aGrantThatComesTooLateIsGivenBack() {
        store.hold();
        RateLimiterPolicy policy = onePerSecond(ZERO);
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(clock.nanoTime()).isEqualTo(ofMillis(50).toNanos());
        assertThat(store.freedNanos()).isZero();
        store.answerAll();
        assertThat(store.freedNanos()).isEqualTo(SECOND - 50_000_000);
    }

    @Test // one round under way with a store that grants fewer than it could
    void whatAStoreKeepsForLaterIsAskedForAgain() {
        AtomicInteger asked = new AtomicInteger();
        ClusterStore stingy = new StingyStore(store, asked);
        ResilienceRegistry own =
                ResilienceRegistry.builder().clock(clock).clusterStore(stingy).build();
        RateLimiterPolicy policy = policy(own, b -> b.permits(10).period(ofSeconds(10)));
        store.hold();
        for (int i = 0; i < 4; i++) {
            call(policy, Integer.toString(i));
        }
        store.answerAll();
        clock.advance(ZERO);
        assertThat(starts).containsExactly("0 at 0", "1 at 0", "2 at 0", "3 at 0");
        assertThat(asked).hasValue(4);
    }

    /** Grants one unit at a time. */
    private record StingyStore(FakeStore store, AtomicInteger asked) implements ClusterStore {

        @Override
        public CompletionStage<Grant> take(Take take) {
            asked.incrementAndGet();
            return store.take(
                    new Take(
                            take.key(),
                            take.unitNanos(),
                            1,
                            1,
                            take.limitNanos(),
                            take.maxBacklogNanos()));
        }

        @Override
        public CompletionStage<Long> giveBack(GiveBack giveBack) {
            return store.giveBack(giveBack);
        }

        @Override
        public StoreTraits traits() {
            return store.traits();
        }

        @Override
        public void close() {}
    }
}
