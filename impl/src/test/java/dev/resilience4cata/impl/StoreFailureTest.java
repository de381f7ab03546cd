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
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of calls while the store fails, is late or says nothing; cluster.md 2.8. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // the counts show what became of a call
class StoreFailureTest {

    private static final Logger LOG = Logger.getLogger(StoreAccess.class.getName());

    private final ManualClock clock = new ManualClock();
    private final FakeStore store = new FakeStore(clock);
    private final List<RateLimiterRejected> rejections = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder()
                    .clock(clock)
                    .clusterStore(store)
                    .listener(rejections::add)
                    .build();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return policy(registry, "limiter", attributes);
    }

    private static RateLimiterPolicy policy(
            ResilienceRegistry registry,
            String id,
            Consumer<RateLimiterConfig.Builder> attributes) {
        return registry.rateLimiterPolicy(
                id, "", "", attributes.andThen(b -> b.scope(Scope.CLUSTER)));
    }

    private RateLimiterHandle handle() {
        return registry.rateLimiter("limiter");
    }

    private static CompletableFuture<String> call(RateLimiterPolicy policy) {
        return (CompletableFuture<String>)
                policy.callAsync(() -> CompletableFuture.completedFuture("started"));
    }

    private static int passing(RateLimiterPolicy policy, int calls) {
        int passed = 0;
        for (int i = 0; i < calls; i++) {
            passed += policy.tryAcquire() ? 1 : 0;
        }
        return passed;
    }

    /** Makes the breaker open, by another limiter. */
    private void openBreaker() {
        store.fail();
        RateLimiterPolicy other =
                policy(registry, "other", b -> b.onStoreFailure(StoreFailure.OPEN));
        assertThat(passing(other, 5)).isEqualTo(5);
        store.answerAtOnce();
    }

    @Test // LOCAL
    void eachInstanceHasItsShareOfTheRateAndNoNewBurst() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).period(ofSeconds(1)));
        assertThat(passing(policy, 20)).isEqualTo(10);
        clock.advance(ofSeconds(10)); // a burst is back, in the store
        store.fail();
        assertThat(passing(policy, 20)).isZero();
        clock.advance(ofMillis(200).minusNanos(1));
        assertThat(passing(policy, 20)).isZero();
        clock.advance(ofNanos(1));
        assertThat(passing(policy, 20)).isEqualTo(1);
        clock.advance(ofMillis(400));
        assertThat(passing(policy, 20)).isEqualTo(2);
        clock.advance(ofHours(1));
        assertThat(passing(policy, 20)).as("half of the burst").isEqualTo(5);
    }

    @Test // at each change, not at the first only
    void theShareIsUsedUpWheneverTheStoreFailsAgain() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).period(ofSeconds(1)));
        store.fail();
        assertThat(passing(policy, 20)).isZero();
        clock.advance(ofHours(1));
        store.answerAtOnce();
        assertThat(passing(policy, 20)).isEqualTo(10);
        store.fail();
        clock.advance(ofMillis(150));
        assertThat(passing(policy, 20)).isZero();
        clock.advance(ofMillis(200));
        assertThat(passing(policy, 20)).isEqualTo(1);
    }

    @Test // 2.8: at most B + rate * w
    void allInstancesTogetherKeepTheLimit() {
        RateLimiterPolicy here = policy(b -> b.permits(10).period(ofSeconds(1)));
        RateLimiterPolicy there =
                policy(store.registry(), "limiter", b -> b.permits(10).period(ofSeconds(1)));
        int passed = passing(here, 10) + passing(there, 10);
        assertThat(passed).isEqualTo(10);
        store.fail();
        for (int step = 0; step < 1000; step++) {
            passed += passing(here, 2) + passing(there, 2);
            clock.advance(ofMillis(10));
        }
        assertThat(passed).as("in 10 s").isBetween(10 + 96, 10 + 100);
    }

    @Test
    void aCallMayWaitForItsShare() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(10).period(ofSeconds(1)).maxWait(ofMillis(300)));
        store.fail();
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(clock.nanoTime()).isEqualTo(ofMillis(200).toNanos());
        CompletableFuture<String> waiting = call(policy);
        assertThat(waiting).isNotDone();
        assertThat(call(policy)).isCompletedExceptionally();
        waiting.cancel(true);
        CompletableFuture<String> next = call(policy);
        clock.advance(ofMillis(200));
        assertThat(next).isCompletedWithValue("started");
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // what the handle shows is what holds for this instance
    void showsTheShareWhileTheStoreIsNotAsked() {
        policy(b -> b.permits(10).period(ofSeconds(1)));
        openBreaker();
        assertThat(handle().availablePermits()).isZero();
        assertThat(handle().timeToNextPermit()).isEqualTo(ofMillis(200));
        assertThat(handle().tryAcquire()).isFalse();
        clock.advance(ofMillis(300));
        assertThat(handle().availablePermits()).isEqualTo(1);
        assertThat(handle().snapshot().burst()).isEqualTo(10);
        assertThat(handle().tryAcquire()).isTrue();
        assertThat(store.takes).as("by this limiter").noneMatch(t -> t.key().equals("limiter"));
    }

    @Test
    void aNewConfigurationHasANewShare() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).period(ofSeconds(1)));
        store.fail();
        assertThat(passing(policy, 20)).isZero();
        clock.advance(ofHours(1));
        handle().reconfigure(b -> b.permits(20));
        assertThat(passing(policy, 30)).isBetween(5, 10);
        clock.advance(ofHours(1));
        assertThat(passing(policy, 30)).isEqualTo(10);
    }

    @Test // OPEN
    void allPassAndItIsLoggedOnceUntilTheStoreAnswersAgain() {
        List<LogRecord> logged = new ArrayList<>();
        Handler handler = handler(logged);
        try {
            RateLimiterPolicy policy = policy(b -> b.permits(1).onStoreFailure(StoreFailure.OPEN));
            store.fail();
            assertThat(passing(policy, 100)).isEqualTo(100);
            assertThat(logged).hasSize(1);
            assertThat(logged.get(0).getLevel()).isEqualTo(Level.WARNING);
            assertThat(logged.get(0).getThrown()).hasMessage("nobody there");
            clock.advance(ofSeconds(1));
            assertThat(passing(policy, 100)).as("one has tried").isEqualTo(100);
            assertThat(logged).hasSize(1);
            assertThat(handle().availablePermits()).isEqualTo(1);
            assertThat(handle().timeToNextPermit()).isZero();
            store.answerAtOnce();
            clock.advance(ofSeconds(1));
            assertThat(passing(policy, 100)).isEqualTo(1);
            assertThat(logged).hasSize(2);
            assertThat(logged.get(1).getMessage()).contains("not limited: 200");
            assertThat(store.takes).hasSize(5 + 1 + 2);
        } finally {
            LOG.removeHandler(handler);
        }
    }

    private static Handler handler(List<LogRecord> logged) {
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord entry) {
                        logged.add(entry);
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        LOG.addHandler(handler);
        return handler;
    }

    @Test // T10: a clock that was set is a fault that somebody must hear of, but not each time
    void aScheduleThatWasCutIsSaid() {
        List<LogRecord> logged = new ArrayList<>();
        Handler handler = handler(logged);
        try {
            RateLimiterPolicy policy = policy(b -> b.permits(1));
            for (int i = 0; i < 5; i++) {
                store.setBack(ofHours(1));
                assertThat(policy.tryAcquire()).isEqualTo(i == 0);
                clock.advance(ofSeconds(20));
                assertThat(policy.tryAcquire()).isTrue();
            }
            assertThat(logged).extracting(LogRecord::getLevel).containsOnly(Level.WARNING);
            assertThat(logged)
                    .extracting(LogRecord::getMessage)
                    .hasSize(3)
                    .allMatch(message -> message.startsWith("The shared limit \"limiter\""))
                    .last()
                    .asString()
                    .endsWith("Seen here so far: 4");
        } finally {
            LOG.removeHandler(handler);
        }
    }

    @Test // CLOSED
    void allAreRefusedUntilOneMayTryAgain() {
        RateLimiterPolicy policy = policy(b -> b.onStoreFailure(StoreFailure.CLOSED));
        store.fail();
        assertThat(passing(policy, 5)).isZero();
        store.answerAtOnce();
        assertThat(passing(policy, 100)).isZero();
        assertThat(store.takes).hasSize(5);
        Duration left = handle().timeToNextPermit();
        assertThat(left).isBetween(ofMillis(400), ofMillis(600));
        assertThat(rejections.get(rejections.size() - 1).timeToNextPermit()).isEqualTo(left);
        assertThat(handle().availablePermits()).isZero();
        clock.advance(left.minusNanos(1));
        assertThat(policy.tryAcquire()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(passing(policy, 10)).isEqualTo(10);
    }

    @Test // T8
    void aCallWaitsForAnAnswerUntilItsDeadlineAndNoneOnceItIsKnownThatNoneComes() {
        store.hold();
        RateLimiterPolicy policy =
                policy(b -> b.permits(10).period(ofSeconds(10)).onStoreFailure(StoreFailure.OPEN));
        for (int i = 1; i <= 5; i++) {
            assertThat(policy.tryAcquire()).isTrue();
            assertThat(clock.nanoTime()).isEqualTo(i * 50_000_000L);
        }
        assertThat(passing(policy, 100)).isEqualTo(100);
        assertThat(clock.nanoTime()).as("nobody waits any more").isEqualTo(250_000_000L);
        assertThat(store.takes).as("nothing is asked twice").hasSize(5);
        store.answerAll();
        assertThat(store.returns).as("what came too late is given back").hasSize(5);
        assertThat(store.freedNanos()).as("the last can be").isEqualTo(1_000_000_000);
    }

    @Test // S15
    void theDeadlineOfAnAsynchronousCallNeedsNoThread() {
        store.hold();
        RateLimiterPolicy policy = policy(b -> b.permits(10));
        CompletableFuture<String> first = call(policy);
        clock.advance(ofMillis(20));
        CompletableFuture<String> second = call(policy);
        clock.advance(ofMillis(30).minusNanos(1));
        assertThat(first).isNotDone();
        clock.advance(ofNanos(1));
        assertThat(first).isCompletedExceptionally();
        assertThat(store.takes).as("the second is asked for now").hasSize(2);
        assertThat(second).isNotDone();
        clock.advance(ofMillis(20));
        assertThat(second).isCompletedExceptionally();
        assertThat(clock.pendingTasks()).isZero();
        store.answerAll();
        assertThat(store.returns).hasSize(2);
        assertThat(rejections).hasSize(2);
    }

    @Test
    void whoMayWaitLessThanTheDeadlineWaitsLessAndThatIsNotAFailureOfTheStore() {
        store.hold();
        RateLimiterPolicy hasty =
                policy(b -> b.permits(1000).maxWait(ofMillis(2)).onStoreFailure(StoreFailure.OPEN));
        assertThat(passing(hasty, 20)).isEqualTo(20);
        assertThat(clock.nanoTime()).isEqualTo(ofMillis(40).toNanos());
        assertThat(store.takes).as("one is under way").hasSize(1);
        store.answerAll();
        assertThat(passing(hasty, 1)).as("not open").isEqualTo(1);
        assertThat(store.takes).hasSize(2);
    }

    @Test // a store that says nothing for long is none that is under way
    void aStoreThatNeverAnswersHoldsUpNobodyElse() {
        store.hold();
        RateLimiterPolicy policy = policy(b -> b.permits(10));
        CompletableFuture<String> lost = call(policy);
        clock.advance(ofMillis(50));
        assertThat(lost).isCompletedExceptionally();
        store.answerAtOnce();
        assertThat(policy.tryAcquire()).isTrue();
        store.answerAll();
        assertThat(passing(policy, 20))
                .as("the late one is given back if it is the last")
                .isEqualTo(8);
    }

    @Test
    void whoIsQueuedDoesNotWaitOnceTheBreakerIsOpen() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).onStoreFailure(StoreFailure.OPEN));
        store.hold();
        CompletableFuture<String> underWay = call(policy);
        CompletableFuture<String> queued = call(policy);
        openBreaker();
        store.hold();
        store.answer();
        clock.advance(ZERO);
        assertThat(underWay).isCompletedWithValue("started");
        assertThat(queued).isCompletedWithValue("started");
        assertThat(store.held()).as("for the second nobody is asked").isZero();
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test
    void oneCallTriesWhetherTheStoreIsBackAndTheOthersDoNotWaitForIt() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).onStoreFailure(StoreFailure.CLOSED));
        openBreaker();
        store.hold();
        clock.advance(ofMillis(600));
        int asked = store.takes.size();
        CompletableFuture<String> probe = call(policy);
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(call(policy)).isCompletedExceptionally();
        assertThat(store.takes).hasSize(asked + 1);
        store.answer();
        clock.advance(ZERO);
        assertThat(probe).isCompletedWithValue("started");
        store.answerAtOnce();
        assertThat(passing(policy, 20)).isEqualTo(9);
    }

    @Test // and is asked by others as before
    void aProbeThatIsLateMakesAllWaitAgain() {
        RateLimiterPolicy policy = policy(b -> b.permits(10).onStoreFailure(StoreFailure.CLOSED));
        openBreaker();
        store.hold();
        clock.advance(ofMillis(600));
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(clock.nanoTime()).isEqualTo(ofMillis(650).toNanos());
        assertThat(handle().timeToNextPermit()).isBetween(ofMillis(400), ofMillis(600));
    }

    @Test
    void aStoreThatThrowsOrReturnsNothingHasFailed() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).onStoreFailure(StoreFailure.OPEN));
        store.throwInstead();
        assertThat(passing(policy, 10)).isEqualTo(10);
        assertThat(store.takes).hasSize(5);
    }

    @Test // S21
    void closingAlsoEndsWhoWaitsForItsShare() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(10)));
        store.fail();
        CompletableFuture<String> waiting = call(policy);
        assertThat(waiting).isNotDone();
        registry.close();
        assertThat(waiting).isCompletedExceptionally();
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test // of a call in shadow mode nobody waits for the answer
    void inShadowModeAFailureIsNoDelay() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).shadow(true));
        store.hold();
        assertThat(passing(policy, 10)).isEqualTo(10);
        store.fail();
        assertThat(passing(policy, 10)).isEqualTo(10);
        assertThat(clock.nanoTime()).isZero();
    }
}
