// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Permits that an instance takes before they are needed; cluster.md 2.7. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // the counts show what became of a call
class LeasesTest {

    /** What one of two instances holds at most, with a burst of 500. */
    private static final int MOST = 50;

    private final ManualClock clock = new ManualClock();
    private final FakeStore store = new FakeStore(clock);
    private final ResilienceRegistry registry = store.registry();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return policy(registry, attributes);
    }

    /** 2000 permits per second, a burst of 500, with leases. */
    private static RateLimiterPolicy policy(
            ResilienceRegistry registry, Consumer<RateLimiterConfig.Builder> attributes) {
        Consumer<RateLimiterConfig.Builder> busy =
                b -> b.permits(2000).burst(500).scope(Scope.CLUSTER).leases(true);
        return registry.rateLimiterPolicy("limiter", "", "", busy.andThen(attributes));
    }

    private RateLimiterHandle handle() {
        return registry.rateLimiter("limiter");
    }

    /** So many calls, one after the other; how many passed. */
    private int passing(RateLimiterPolicy policy, int calls, Duration between) {
        int passed = 0;
        for (int i = 0; i < calls; i++) {
            passed += policy.tryAcquire() ? 1 : 0;
            clock.advance(between);
        }
        return passed;
    }

    private int held(int passed) {
        return store.granted() - passed;
    }

    @Test
    void aBusyLimiterAsksOnceForManyCalls() {
        RateLimiterPolicy policy = policy(b -> {});
        assertThat(passing(policy, 2000, ofMillis(1))).isEqualTo(2000);
        assertThat(store.takes).hasSizeBetween(2000 / MOST, 2000 / 25);
        assertThat(held(2000)).isBetween(0, MOST);
    }

    @Test
    void neverHoldsMoreThanItsPartOfAFifthOfTheBurst() {
        RateLimiterPolicy policy = policy(b -> b.permits(100_000).burst(500));
        int most = 0;
        for (int calls = 1; calls <= 3000; calls++) {
            assertThat(policy.tryAcquire()).isTrue();
            most = Math.max(most, held(calls));
            clock.advance(ofNanos(20_000));
        }
        assertThat(most).isEqualTo(MOST);
    }

    @Test
    void doesNotHoldMoreThanItUsesInFiftyMilliseconds() {
        RateLimiterPolicy policy = policy(b -> {});
        int most = 0;
        for (int calls = 1; calls <= 500; calls++) {
            assertThat(policy.tryAcquire()).isTrue();
            most = Math.max(most, held(calls));
            clock.advance(ofMillis(5));
        }
        assertThat(most).isBetween(8, 10);
    }

    @Test
    void aFewCallsInQuickSuccessionAreNoReasonToHoldMany() {
        RateLimiterPolicy policy = policy(b -> {});
        assertThat(passing(policy, 8, ofNanos(1))).isEqualTo(8);
        assertThat(held(8)).isLessThanOrEqualTo(8);
    }

    @Test
    void rareCallsAskEachForOne() {
        RateLimiterPolicy policy = policy(b -> {});
        assertThat(passing(policy, 100, ofMillis(50))).isEqualTo(100);
        assertThat(store.takes).hasSize(100).allMatch(take -> take.maxUnits() == 1);
    }

    @Test
    void withoutTheAttributeEveryCallAsksForOne() {
        RateLimiterPolicy policy = policy(b -> b.leases(false));
        assertThat(passing(policy, 100, ofMillis(1))).isEqualTo(100);
        assertThat(store.takes).hasSize(100).allMatch(take -> take.maxUnits() == 1);
    }

    @Test // a fifth of 19 is not two for each of two instances
    void aSmallBurstHasNoLeases() {
        RateLimiterPolicy policy = policy(b -> b.burst(19));
        assertThat(passing(policy, 100, ofMillis(1))).isEqualTo(100);
        assertThat(store.takes).hasSize(100).allMatch(take -> take.maxUnits() == 1);
    }

    @Test
    void isRenewedBeforeItIsUsedUpSoThatNoCallWaits() {
        RateLimiterPolicy policy = policy(b -> {});
        passing(policy, 500, ofMillis(1));
        store.hold();
        int asked = store.takes.size();
        int calls = 0;
        while (store.takes.size() == asked) {
            assertThat(policy.tryAcquire()).isTrue();
            clock.advance(ofMillis(1));
            calls++;
            assertThat(calls).isLessThanOrEqualTo(MOST);
        }
        long asking = clock.nanoTime();
        assertThat(passing(policy, 8, ZERO)).as("while the answer is under way").isEqualTo(8);
        store.answerAll();
        assertThat(passing(policy, 20, ZERO)).isEqualTo(20);
        assertThat(clock.nanoTime()).as("nobody waited for an answer").isEqualTo(asking);
        assertThat(store.takes).hasSize(asked + 1);
    }

    @Test
    void whatIsHeldPassesWhileTheStoreGivesNoAnswer() {
        RateLimiterPolicy policy = policy(b -> b.onStoreFailure(StoreFailure.CLOSED));
        int passed = passing(policy, 500, ofMillis(1));
        int held = held(passed);
        store.fail();
        assertThat(passing(policy, 100, ZERO)).isEqualTo(held);
    }

    @Test
    void isOverAfterASecondAndGivenBack() {
        RateLimiterPolicy policy = policy(b -> b.permits(10_000).period(ofHours(1)));
        int passed = passing(policy, 200, ofMillis(1));
        int held = held(passed);
        assertThat(held).isPositive();
        clock.advance(ofSeconds(1));
        int returned = store.returns.stream().mapToInt(each -> units(each, 360_000_000)).sum();
        assertThat(returned).isEqualTo(held);
        assertThat(store.freedNanos()).isEqualTo(360_000_000L * held);
        clock.advance(ofSeconds(5));
        assertThat(clock.pendingTasks()).isZero();
        int asked = store.takes.size();
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(store.takes).hasSize(asked + 1);
    }

    /** Has no thread for what is due, as a server that is busy. */
    private static final class RefusingClock implements Clock {

        private final ManualClock clock;

        RefusingClock(ManualClock clock) {
            this.clock = clock;
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
            StartTimer.Start start = (StartTimer.Start) task;
            Exception refusal = new RejectedExecutionException("busy");
            return clock.schedule(() -> start.refused(refusal), deadlineNanos, timer);
        }
    }

    @Test
    void isGivenBackEvenIfThereIsNoThreadForIt() {
        RefusingClock refusing = new RefusingClock(clock);
        ResilienceRegistry busy =
                ResilienceRegistry.builder().clock(refusing).clusterStore(store).build();
        RateLimiterPolicy policy = policy(busy, b -> {});
        for (int time = 1; time <= 2; time++) {
            int returns = store.returns.size();
            passing(policy, 200, ofMillis(1));
            clock.advance(ofSeconds(1));
            assertThat(store.returns).as("time %s", time).hasSizeGreaterThan(returns);
        }
    }

    @Test // a call that finds no free permit is asked for again, within its time
    void aWaitThatIsTooShortToAskTwiceHasNoLeases() {
        RateLimiterPolicy policy = policy(b -> b.maxWait(ofMillis(49)));
        assertThat(passing(policy, 100, ofMillis(1))).isEqualTo(100);
        assertThat(store.takes).hasSize(100).allMatch(take -> take.maxUnits() == 1);
    }

    private static int units(GiveBack giveBack, long unitNanos) {
        return (int) (giveBack.costNanos() / unitNanos);
    }

    @Test
    void isGivenBackWhenTheInstanceStops() {
        RateLimiterPolicy policy = policy(b -> {});
        int held = held(passing(policy, 200, ofMillis(1)));
        registry.close();
        assertThat(store.returns.stream().mapToInt(each -> units(each, 500_000)).sum())
                .isEqualTo(held)
                .isPositive();
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test
    void aPauseStopsWhatIsHeldToo() {
        RateLimiterPolicy policy = policy(b -> {});
        assertThat(held(passing(policy, 200, ofMillis(1)))).isPositive();
        handle().drain(ofMillis(10));
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(handle().availablePermits()).isZero();
        clock.advance(ofMillis(10));
        assertThat(policy.tryAcquire()).isTrue();
    }

    @Test
    void anotherConfigurationDoesNotUseWhatTheOldOneTook() {
        RateLimiterPolicy policy = policy(b -> {});
        int held = held(passing(policy, 200, ofMillis(1)));
        assertThat(held).isPositive();
        handle().reconfigure(b -> b.permits(4000));
        store.fail();
        assertThat(policy.tryAcquire()).isFalse();
        store.answerAtOnce();
        clock.advance(ofSeconds(1));
        assertThat(store.returns.stream().mapToInt(each -> units(each, 500_000)).sum())
                .isEqualTo(held);
    }

    @Test // neither the permits of the old ones, nor what keeps them
    void manyConfigurationsLeaveNothingBehind() {
        RateLimiterPolicy policy = policy(b -> {});
        for (int change = 1; change <= 20; change++) {
            passing(policy, 100, ofMillis(1));
            int permits = 2000 + change;
            handle().reconfigure(b -> b.permits(permits));
        }
        passing(policy, 100, ofMillis(1));
        int returns = store.returns.size();
        clock.advance(ofSeconds(1));
        assertThat(store.returns.size() - returns).isBetween(1, 2);
    }

    @Test // nobody waits for a permit that nobody needs
    void onlyPermitsThatAreFreeAreTakenInAdvance() {
        RateLimiterPolicy policy = policy(b -> b.maxWait(ofSeconds(1)));
        passing(policy, 200, ofMillis(1));
        List<Take> takes = List.copyOf(store.takes);
        assertThat(takes)
                .filteredOn(take -> take.maxUnits() > 1)
                .isNotEmpty()
                .allMatch(take -> take.limitNanos() == 500 * 500_000L);
        assertThat(takes)
                .filteredOn(take -> take.maxUnits() == 1)
                .isNotEmpty()
                .allMatch(take -> take.limitNanos() == 500 * 500_000L + 1_000_000_000L);
    }

    @Test
    void callsForWhichNoPermitIsFreeAreAskedForAgainAndWait() {
        RateLimiterPolicy here = policy(b -> b.maxWait(ofSeconds(1)));
        RateLimiterPolicy there = policy(store.registry(), b -> b.leases(false));
        passing(here, 200, ofMillis(1));
        passing(there, 1000, ZERO); // used up, which this instance does not know
        int left = handle().availablePermits();
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            calls.add(
                    (CompletableFuture<String>)
                            here.callAsync(() -> CompletableFuture.completedFuture("")));
        }
        assertThat(calls.stream().filter(CompletableFuture::isDone).count())
                .isLessThanOrEqualTo(left);
        assertThat(calls).noneMatch(CompletableFuture::isCompletedExceptionally);
        clock.advance(ofSeconds(1));
        assertThat(calls).allMatch(CompletableFuture::isDone);
    }

    @Test // the answer to a question for more than the call is no refusal of the call
    void aCallThatFindsNoFreePermitIsAskedForByItself() {
        RateLimiterPolicy here = policy(b -> b.maxWait(ofSeconds(1)));
        RateLimiterPolicy there = policy(store.registry(), b -> b.leases(false));
        assertThat(here.tryAcquire()).isTrue();
        passing(there, 1000, ZERO); // used up, which this instance does not know
        store.takes.clear();
        CompletableFuture<String> call =
                (CompletableFuture<String>)
                        here.callAsync(() -> CompletableFuture.completedFuture("started"));
        assertThat(store.takes).extracting(Take::maxUnits).containsExactly(3, 1);
        assertThat(call).isNotDone();
        clock.advance(ofMillis(1));
        assertThat(call).isCompletedWithValue("started");
    }

    @Test // S17
    void aCallThatWasGivenAPermitOfALeaseAndIsCancelledGivesBackItsOwnSlot() {
        RateLimiterPolicy policy = policy(b -> {});
        passing(policy, 200, ofMillis(1));
        clock.advance(ofSeconds(1)); // nothing is held
        passing(policy, 2, ofMillis(1));
        store.hold();
        store.returns.clear();
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(
                    (CompletableFuture<String>)
                            policy.callAsync(() -> CompletableFuture.completedFuture("")));
        }
        store.answer(); // to the first of those for which nothing was held, with a lease
        calls.stream().filter(call -> !call.isDone()).forEach(call -> call.cancel(true));
        store.answerAll();
        assertThat(store.returns).hasSizeGreaterThan(2);
        assertThat(store.returns).extracting(GiveBack::slotEndNanos).doesNotHaveDuplicates();
    }

    @Test
    void nearTheLimitEachCallIsAskedForByItself() {
        RateLimiterPolicy policy = policy(b -> b.permits(100).burst(100));
        int passed = passing(policy, 20_000, ofNanos(500_000)); // 10 s
        assertThat(passed + held(passed)).isBetween(1099, 1100);
        assertThat(held(passed)).isLessThanOrEqualTo(1);
    }
}
