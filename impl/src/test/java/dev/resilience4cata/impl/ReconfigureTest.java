// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** S23, C28: what was used up stays used up, counted in permits. */
@Timeout(60)
class ReconfigureTest {

    private final ManualClock clock = new ManualClock();

    @Test
    void exhaustedPerHourAndChangedToPerSecondTheNextCallPassesAfterATenthOfASecond() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofHours(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
        limiter.reconfigure(change -> change.period(ofSeconds(1)));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofMillis(100));
        clock.advance(ofMillis(100).minusNanos(1));
        assertThat(limiter.tryAcquire()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        clock.advance(ofSeconds(1));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
    }

    @Test
    void exhaustedPerSecondAndChangedToPerHourTheNextCallPassesAfterSixMinutes() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
        limiter.reconfigure(change -> change.period(ofHours(1)));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofMinutes(6));
        clock.advance(ofMinutes(6).minusNanos(1));
        assertThat(limiter.tryAcquire()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
    }

    @Test
    void theSameValuesRefillNothing() {
        RateLimiterHandle limiter = limiter(b -> b.permits(7).period(ofNanos(10)));
        assertThat(Limiters.drain(limiter)).isEqualTo(7);
        clock.advance(ofNanos(1)); // 0.7 permits
        for (int i = 0; i < 1000; i++) {
            limiter.reconfigure(change -> change.permits(7).period(ofNanos(10)).burst(7));
            limiter.reconfigure(change -> {});
        }
        assertThat(limiter.availablePermits()).isZero();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofNanos(1));
        clock.advance(ofNanos(9));
        assertThat(limiter.availablePermits()).isEqualTo(7);
    }

    @Test
    void aFullLimiterStaysFull() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)));
        limiter.reconfigure(change -> change.permits(20)); // before the first call
        assertThat(limiter.availablePermits()).isEqualTo(20);
        assertThat(limiter.tryAcquire()).isTrue();
        clock.advance(ofSeconds(1));
        limiter.reconfigure(change -> change.permits(5));
        assertThat(limiter.availablePermits()).isEqualTo(5);
    }

    @Test // the units of the new values are too fine for the debt: they get coarser
    void aLargeDebtIsCarriedOverWhole() {
        RateLimiterHandle limiter = limiter(b -> b.permits(100).period(ofNanos(105)));
        assertThat(Limiters.drain(limiter)).isEqualTo(100);
        limiter.reconfigure(change -> change.permits(8191).period(ofDays(1000)).burst(1));
        Duration exact = ofDays(1000).multipliedBy(100).dividedBy(8191);
        assertThat(limiter.timeToNextPermit()).isBetween(exact.minusMillis(1), exact.plusNanos(1));
        limiter.reconfigure(change -> change.permits(100).period(ofNanos(105)).burst(100));
        assertThat(limiter.availablePermits()).isZero();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofNanos(2)); // 1.05, rounded up
    }

    @Test
    void aLargerBurstLeavesUsedUpWhatWas() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
        limiter.reconfigure(change -> change.burst(25));
        assertThat(limiter.availablePermits()).isEqualTo(15);
        limiter.reconfigure(change -> change.burst(4)); // six calls too many were let through
        assertThat(limiter.availablePermits()).isZero();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofMillis(700));
    }

    @Test
    void aPartOfAPermitIsCarriedOver() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
        clock.advance(ofMillis(30)); // 0.3 permits; 0.7 to go
        limiter.reconfigure(change -> change.period(ofSeconds(100)));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(7));
        limiter.reconfigure(change -> change.period(ofSeconds(1)));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofMillis(70));
    }

    @Test
    void whatIsNotSetKeepsItsValueAndAnUnsetBurstFollowsPermits() {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(10).period(ofSeconds(1)).maxWait(ofMillis(5)));
        limiter.reconfigure(change -> change.permits(20));
        assertThat(limiter.snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "limiter", 20, 20, ofSeconds(1), 20, ofMillis(5), true));
        limiter.reconfigure(change -> change.burst(3));
        limiter.reconfigure(change -> change.permits(30));
        assertThat(limiter.snapshot().burst()).as("once set, it stays").isEqualTo(3);
        limiter.reconfigure(change -> change.maxWait(Duration.ZERO).enabled(false));
        assertThat(limiter.snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "limiter", 3, 30, ofSeconds(1), 3, Duration.ZERO, false));
    }

    @Test
    void anInvalidChangeLeavesEverythingAsItWas() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)));
        assertThat(limiter.tryAcquire()).isTrue();
        RateLimiterSnapshot before = limiter.snapshot();
        assertThatThrownBy(() -> limiter.reconfigure(change -> change.permits(0)))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-001: permits = 0 is below 1");
        assertThatThrownBy(() -> limiter.reconfigure(change -> change.period(ofNanos(9))))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-001: period = PT0.000000009S is shorter than");
        assertThatThrownBy(
                        () ->
                                limiter.reconfigure(
                                        change -> {
                                            change.permits(1000);
                                            throw new IllegalStateException("half way");
                                        }))
                .hasMessage("half way");
        assertThat(limiter.snapshot()).isEqualTo(before);
    }

    @Test // the only call that waits longer than it may: it was promised before
    void waitersKeepTheTimesTheyWerePromised() throws Exception {
        ParkingClock parking = new ParkingClock();
        RateLimiterHandle limiter =
                Limiters.with(
                        parking, b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(9)));
        assertThat(limiter.tryAcquire()).isTrue();
        List<FutureTask<Boolean>> waiters = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            waiters.add(call(limiter));
            assertThat(parking.nextPark()).isEqualTo(ofSeconds(i));
        }
        limiter.reconfigure(change -> change.period(ofSeconds(100)).maxWait(Duration.ZERO));
        assertThat(limiter.timeToNextPermit()).as("six permits of debt").isEqualTo(ofMinutes(10));
        for (int i = 0; i < 5; i++) {
            parking.advance(ofSeconds(1).minusNanos(1));
            assertThat(waiters.get(i).isDone()).isFalse();
            parking.advance(ofNanos(1));
            assertThat(waiters.get(i).get()).isTrue();
        }
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(595));
    }

    @Test // S3
    void aWaiterThatGivesUpAfterAChangeGivesBackOnePermit() throws Exception {
        ParkingClock parking = new ParkingClock();
        RateLimiterHandle limiter =
                Limiters.with(
                        parking, b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(9)));
        assertThat(limiter.tryAcquire()).isTrue();
        FutureTask<Boolean> waiter = new FutureTask<>(limiter::tryAcquire);
        Thread thread = new Thread(waiter);
        thread.start();
        assertThat(parking.nextPark()).isEqualTo(ofSeconds(1));
        limiter.reconfigure(change -> change.period(ofSeconds(100)));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(200));
        thread.interrupt();
        assertThat(waiter.get()).isFalse();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(100));
    }

    @Test // S1, S13: the boundary of maxWait is the same for a slot that was given back
    void aSlotThatWasGivenBackIsTakenIfItsWaitIsAsLongAsAllowed() throws Exception {
        ParkingClock parking = new ParkingClock();
        RateLimiterHandle limiter =
                Limiters.with(
                        parking, b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(9)));
        assertThat(limiter.tryAcquire()).isTrue();
        List<Thread> waiters = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            Thread waiter = new Thread(limiter::tryAcquire);
            waiters.add(waiter);
            waiter.start();
            assertThat(parking.nextPark()).isEqualTo(ofSeconds(i));
        }
        waiters.get(1).interrupt();
        waiters.get(1).join();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(2));
        limiter.reconfigure(change -> change.maxWait(ofSeconds(2).minusNanos(1)));
        assertThat(limiter.tryAcquire()).isFalse();
        limiter.reconfigure(change -> change.maxWait(ofSeconds(2)));
        FutureTask<Boolean> next = call(limiter);
        assertThat(parking.nextPark()).isEqualTo(ofSeconds(2));
        parking.advance(ofSeconds(3));
        assertThat(next.get()).isTrue();
        waiters.get(0).join();
        waiters.get(2).join();
    }

    private static FutureTask<Boolean> call(RateLimiterHandle limiter) {
        FutureTask<Boolean> call = new FutureTask<>(limiter::tryAcquire);
        new Thread(call).start();
        return call;
    }

    private RateLimiterHandle limiter(Consumer<RateLimiterConfig.Builder> attributes) {
        return Limiters.with(clock, attributes);
    }
}
