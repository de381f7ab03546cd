// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the state of a limiter goes, in numbers for the head: a call every ten nanoseconds. */
@Timeout(60)
class GcraLimiterTest {

    /** No round number, so that nothing is right because the time is zero. */
    private static final long START = 1_000_003;

    private final ManualClock clock = new ManualClock(START);

    private static Quota quota(int burst, Duration maxWait) {
        return new Quota(new RateLimiterConfig(1, ofNanos(10), burst, maxWait, true), false);
    }

    private GcraLimiter limiter(int burst) {
        return new GcraLimiter(quota(burst, Duration.ofSeconds(1)), clock);
    }

    /** When the next call may start, in nanoseconds after the first. */
    private long next(GcraLimiter limiter) {
        return clock.nanoTime() + limiter.view().nanosToNextPermit() - START;
    }

    private static long due(Reservation reservation) {
        return reservation.dueNanos - START;
    }

    /** A call that also needs something else and so starts at a given moment. */
    private Reservation takeAt(GcraLimiter limiter, long start) {
        long now = clock.nanoTime();
        limiter.hold(now);
        assertThat(limiter.startFrom(START + start)).isEqualTo(START + start);
        @Nullable Reservation taken = limiter.take(now, START + start, null);
        limiter.release();
        assertThat(taken).isNotNull();
        return taken;
    }

    private void start(Reservation reservation, long at) {
        clock.advance(ofNanos(START + at - clock.nanoTime()));
        assertThat(reservation.start(START + at)).isTrue();
    }

    @Test // S13
    void aCallThatStartsLeavesItsSlotForAnEarlierFreeOne() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        Reservation a = limiter.acquire(); // 20, due 10
        Reservation b = limiter.acquire(); // 30, due 20
        Reservation c = limiter.acquire(); // 40, due 30
        assertThat(due(a)).isEqualTo(10);
        assertThat(due(b)).isEqualTo(20);
        assertThat(due(c)).isEqualTo(30);
        a.giveBack();
        start(b, 20); // in the slot at 20, so that 30 is free
        assertThat(next(limiter)).isEqualTo(20);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        assertThat(next(limiter)).isEqualTo(40);
    }

    @Test // S13, S2
    void itTakesNoFreeSlotThatIsNotDue() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        limiter.acquire(); // 20, due 10
        Reservation a = limiter.acquire(); // 30, due 20
        Reservation b = limiter.acquire(); // 40, due 30
        assertThat(limiter.acquire()).isNotNull(); // 50, due 40
        a.giveBack();
        clock.advance(ofNanos(19));
        assertThat(b.start(clock.nanoTime())).isTrue();
        assertThat(next(limiter)).as("30 is free, 40 is not").isEqualTo(20);
        clock.advance(ofNanos(1));
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        assertThat(next(limiter)).isEqualTo(50);
    }

    @Test // S13: to the nanosecond
    void itTakesAFreeSlotThatIsJustDue() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        limiter.acquire(); // 20, due 10
        Reservation a = limiter.acquire(); // 30, due 20
        Reservation b = limiter.acquire(); // 40, due 30
        a.giveBack();
        clock.advance(ofNanos(20));
        assertThat(b.start(clock.nanoTime())).isTrue(); // in the slot at 30
        assertThat(next(limiter)).as("40").isEqualTo(30);
    }

    @Test // S3, with a fraction: what was moved on to a whole nanosecond is moved back
    void whenAllGaveTheirSlotsBackNothingIsOwedButForTheFirst() {
        GcraLimiter limiter =
                new GcraLimiter(
                        new Quota(
                                new RateLimiterConfig(
                                        7, ofNanos(100), 1, Duration.ofSeconds(1), true),
                                false),
                        clock);
        limiter.acquire();
        Reservation a = limiter.acquire();
        Reservation b = limiter.acquire();
        assertThat(due(a)).isEqualTo(15);
        assertThat(due(b)).isEqualTo(30); // 15 and a seventh of a hundred are 29.3
        b.giveBack();
        a.giveBack();
        clock.advance(ofNanos(16));
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
    }

    @Test // S2: the one in front is late
    void aFreeSlotThatIsTakenByACallBehindIsTaken() {
        GcraLimiter limiter = limiter(3);
        for (int slot = 0; slot <= 20; slot += 10) {
            assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        }
        Reservation a = limiter.acquire(); // 30, due 10
        assertThat(due(limiter.acquire())).isEqualTo(20); // 40
        Reservation c = limiter.acquire(); // 50, due 30
        a.giveBack();
        start(c, 30); // in the slot at 30
        assertThat(limiter.acquire()).as("slot 50").isSameAs(Reservation.ADMITTED);
        assertThat(next(limiter)).as("slot 60").isEqualTo(40);
    }

    @Test // S23
    void aSlotThatWasGivenBackStaysWhereItIsInAnotherEpoch() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire();
        Reservation a = limiter.acquire();
        assertThat(due(limiter.acquire())).isEqualTo(20);
        a.giveBack();
        clock.advance(ofNanos(3));
        limiter.reconfigure(limiter.quota(), quota(1, Duration.ofSeconds(1)));
        assertThat(next(limiter)).isEqualTo(10);
        assertThat(due(limiter.acquire())).isEqualTo(10);
        assertThat(due(limiter.acquire())).isEqualTo(30);
    }

    @Test
    void aSlotThatWasGivenBackAndHasPassedIsNoneAnyMore() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire();
        Reservation a = limiter.acquire();
        assertThat(due(limiter.acquire())).isEqualTo(20);
        a.giveBack();
        clock.advance(ofNanos(25));
        assertThat(due(limiter.acquire())).isEqualTo(30);
    }

    @Test // S8
    void permitsOfGapsAndOfTheScheduleAddUp() {
        GcraLimiter limiter = limiter(3);
        for (int slot = 0; slot <= 20; slot += 10) {
            assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        }
        Reservation a = limiter.acquire(); // 30, due 10
        assertThat(due(limiter.acquire())).isEqualTo(20); // 40
        a.giveBack();
        clock.advance(ofNanos(30)); // slots 30 and 50
        assertThat(limiter.view().availablePermits()).isEqualTo(2);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        assertThat(limiter.view().availablePermits()).isZero();
    }

    @Test // S13: two gaps that were too narrow make one that is not
    void aCallThatMovesDownMayMakeRoomForAnother() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        limiter.acquire(); // 20
        Reservation gone = takeAt(limiter, 36); // from 30 on it is free
        Reservation b = limiter.acquire(); // 46, due 36
        assertThat(due(b)).isEqualTo(36);
        gone.giveBack();
        assertThat(due(limiter.acquire())).isEqualTo(20); // slot 30; 40 to 46 is too narrow
        takeAt(limiter, 62); // 56 to 62 is too narrow
        assertThat(next(limiter)).isEqualTo(62);
        start(b, 36); // moves down to 40
        assertThat(next(limiter)).as("slot 50").isEqualTo(40);
        assertThat(due(limiter.acquire())).isEqualTo(40);
        assertThat(next(limiter)).isEqualTo(62);
    }

    @Test // S3: what a call leaves that starts later because it needs something else as well
    void whatACallLeavesBelowItsSlotIsTakenFirst() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire();
        takeAt(limiter, 35);
        assertThat(due(limiter.acquire())).isEqualTo(10);
        assertThat(due(limiter.acquire())).isEqualTo(20);
        assertThat(due(limiter.acquire())).isEqualTo(45);
    }

    @Test // S13
    void aSlotThatWasGivenBackAndIsDueAdmitsAtOnce() {
        GcraLimiter limiter = limiter(3);
        for (int i = 0; i < 3; i++) {
            limiter.acquire();
        }
        Reservation a = limiter.acquire(); // 30, due 10
        assertThat(limiter.acquire()).isNotNull(); // 40, due 20
        a.giveBack();
        clock.advance(ofNanos(10));
        assertThat(limiter.view().availablePermits()).isEqualTo(1);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        assertThat(limiter.view().availablePermits()).isZero();
    }

    @Test // S1
    void aCallThatNeedsMoreThanOneLimiterIsAdmittedAtOnceIfItMay() {
        GcraLimiter limiter = limiter(2);
        limiter.hold(START);
        assertThat(limiter.startFrom(START)).isEqualTo(START);
        assertThat(limiter.take(START, START, null)).isNull();
        limiter.release();
        assertThat(limiter.view().availablePermits()).isEqualTo(1);
    }

    @Test
    void aScheduleThatIsHeldAndLetGoIsAsItWas() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire();
        limiter.hold(START);
        assertThat(limiter.startFrom(START)).isEqualTo(START + 10);
        assertThat(limiter.startFrom(START + 3)).isEqualTo(START + 10);
        assertThat(limiter.startFrom(START + 13)).isEqualTo(START + 13);
        limiter.release();
        assertThat(next(limiter)).isEqualTo(10);
    }

    @Test // S6, in units so fine that they reach for half a second only
    void afterALongTimeAllIsThereOnEveryRoute() {
        Quota fine =
                new Quota(
                        new RateLimiterConfig(
                                Integer.MAX_VALUE,
                                Duration.ofMillis(2200),
                                5,
                                Duration.ofNanos(10),
                                true),
                        false);
        for (long nanos = 1; nanos < Duration.ofDays(1000).toNanos(); nanos = nanos * 3 + 7) {
            GcraLimiter limiter = new GcraLimiter(fine, clock);
            for (int i = 0; i < 5; i++) {
                assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
            }
            GcraLimiter looked = new GcraLimiter(fine, clock);
            assertThat(looked.acquire()).isSameAs(Reservation.ADMITTED);
            clock.advance(ofNanos(10 + nanos));
            assertThat(looked.view().availablePermits()).as("after %s ns", nanos).isEqualTo(5);
            assertThat(limiter.waitNanos(clock.nanoTime())).as("after %s ns", nanos).isZero();
            assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
            assertThat(limiter.view().availablePermits()).isEqualTo(4);
        }
    }

    @Test // S8
    void theWaitIsThatOfTheViewWithFreeSlotsOrWithout() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire();
        Reservation a = limiter.acquire();
        assertThat(limiter.acquire()).isNotNull();
        assertThat(limiter.waitNanos(START)).isEqualTo(30);
        a.giveBack();
        assertThat(limiter.waitNanos(START)).isEqualTo(10);
        assertThat(limiter.view().nanosToNextPermit()).isEqualTo(10);
    }

    @Test // S21: the clock is asked while the registry closes
    void aCallThatComesWhileItClosesIsToldSo() {
        GcraLimiter[] closing = new GcraLimiter[1];
        Clock closes =
                () -> {
                    if (closing[0] != null) {
                        closing[0].close();
                    }
                    return START;
                };
        GcraLimiter limiter = new GcraLimiter(quota(1, Duration.ofSeconds(1)), closes);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        Reservation waiting = limiter.acquire();
        closing[0] = limiter;
        assertThatThrownBy(limiter::acquire).hasMessageStartingWith("R4C-REG-010");
        waiting.giveBack(); // nothing is left to give it back to
        assertThat(waiting.start(START + 10)).isFalse();
        assertThatThrownBy(() -> limiter.hold(START)).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(limiter::isEnforced).hasMessageStartingWith("R4C-REG-010");
    }

    @Test // a schedule that is held blocks others, so a failure must not leave it held
    void aLimiterThatIsClosedIsNotHeld() throws Exception {
        GcraLimiter limiter = limiter(1);
        limiter.close();
        assertThatThrownBy(() -> limiter.hold(START)).hasMessageStartingWith("R4C-REG-010");
        Thread other = new Thread(limiter::close);
        other.start();
        other.join();
    }

    @Test // S23
    void aChangeThatWasOvertakenChangesNothing() {
        GcraLimiter limiter = limiter(1);
        Quota stale = limiter.quota();
        Quota other = quota(2, Duration.ZERO);
        assertThat(limiter.reconfigure(stale, other)).isTrue();
        assertThat(limiter.reconfigure(stale, quota(3, Duration.ZERO))).isFalse();
        assertThat(limiter.quota()).isSameAs(other);
    }

    @Test // S5: the first call reads the clock, not the configuration
    void aLimiterThatNobodyCalledReadsNoClock() {
        GcraLimiter limiter =
                new GcraLimiter(
                        quota(1, Duration.ZERO),
                        () -> {
                            throw new AssertionError("read");
                        });
        assertThat(limiter.reconfigure(limiter.quota(), quota(2, Duration.ZERO))).isTrue();
        limiter.close();
    }

    @Test // S2, S5: a call that read the clock before a change, and meets a slot given back
    void aReadingFromBeforeAChangeTakesNoSlotTwice() {
        Runnable[] afterwards = {() -> {}};
        ManualClock behind = new ManualClock(START);
        GcraLimiter limiter =
                new GcraLimiter(
                        quota(1, Duration.ofSeconds(1)),
                        () -> {
                            long now = behind.nanoTime();
                            Runnable next = afterwards[0];
                            afterwards[0] = () -> {};
                            next.run();
                            return now;
                        });
        limiter.acquire();
        Reservation a = limiter.acquire(); // due at 10
        Reservation b = limiter.acquire(); // 20
        assertThat(limiter.acquire()).isNotNull(); // 30
        a.giveBack();
        b.giveBack();
        behind.advance(ofNanos(15));
        afterwards[0] =
                () -> {
                    behind.advance(ofNanos(1));
                    limiter.reconfigure(limiter.quota(), quota(1, Duration.ofSeconds(1)));
                };
        assertThat(limiter.acquire()).as("at 15").isSameAs(Reservation.ADMITTED);
        behind.advance(ofNanos(1));
        assertThat(limiter.acquire().dueNanos - START).as("15 and 30 are taken").isEqualTo(40);
    }

    @Test // "nothing is left behind when waiters are gone"
    void noGapIsLeftWhenTheLastCallHasStarted() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire();
        Reservation a = limiter.acquire();
        Reservation b = limiter.acquire();
        a.giveBack();
        assertThat(limiter.hasGaps()).isTrue();
        start(b, 20);
        assertThat(limiter.hasGaps()).isFalse();
    }

    @Test // S14
    void aClockThatFailsWhileACallWaitsCostsNoPermit() {
        boolean[] broken = {false};
        Clock failing =
                new Clock() {
                    @Override
                    public long nanoTime() {
                        return START;
                    }

                    @Override
                    public void parkUntil(Object blocker, long deadlineNanos) {
                        broken[0] = true;
                        throw new IllegalStateException("broken");
                    }
                };
        GcraLimiter limiter = new GcraLimiter(quota(1, Duration.ofSeconds(1)), failing);
        limiter.acquire();
        Reservation waiting = limiter.acquire();
        ParkedCalls parked = new ParkedCalls(failing);
        assertThatThrownBy(() -> parked.await(waiting, (call, nanos) -> {})).hasMessage("broken");
        assertThat(broken[0]).isTrue();
        assertThat(limiter.view().nanosToNextPermit()).isEqualTo(10);
    }

    @Test // the schedule goes back no further than the pause
    void whatIsGivenBackInAPauseIsHandedOutToNobody() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire(); // slot 0
        Reservation a = limiter.acquire(); // 10
        Reservation b = limiter.acquire(); // 20
        limiter.drain(100);
        Reservation c = limiter.acquire(); // 100
        Reservation d = limiter.acquire(); // 110
        assertThat(due(c)).isEqualTo(100);
        assertThat(due(d)).isEqualTo(110);
        a.giveBack();
        b.giveBack();
        assertThat(next(limiter)).isEqualTo(120);
        d.giveBack();
        assertThat(next(limiter)).isEqualTo(110);
        c.giveBack();
        assertThat(next(limiter)).isEqualTo(100);
    }

    @Test
    void aPauseThatEndsAmongSlotsInUseClosesTheGapsBelowItsEnd() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire(); // slot 0
        Reservation a = limiter.acquire(); // 10
        Reservation b = limiter.acquire(); // 20
        limiter.acquire(); // 30
        a.giveBack();
        b.giveBack(); // 10 to 30 are free
        limiter.drain(15);
        assertThat(next(limiter)).isEqualTo(15);
        assertThat(due(limiter.acquire())).isEqualTo(15);
        assertThat(next(limiter)).isEqualTo(40);
    }

    @Test
    void aSlotThatWasGivenBackLateIsNotHandedOutInAPause() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        Reservation late = limiter.acquire(); // 20
        clock.advance(ofNanos(20));
        limiter.acquire(); // 30, starts now
        late.giveBack(); // 20 to 30 are free
        assertThat(next(limiter)).isEqualTo(20);
        limiter.drain(0);
        assertThat(next(limiter)).isEqualTo(30);
    }

    @Test
    void aScheduleThatGoesBackStopsAtTheEndOfThePause() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire(); // slot 0
        Reservation a = limiter.acquire(); // 10
        Reservation b = limiter.acquire(); // 20
        limiter.drain(15);
        b.giveBack();
        assertThat(next(limiter)).isEqualTo(20);
        a.giveBack();
        assertThat(next(limiter)).isEqualTo(15);
    }

    @Test // what they leave is above the end, so others may have it
    void callsAboveTheEndOfAPauseMoveDownNoFurtherThanThat() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        Reservation a = limiter.acquire(); // 20, due 10
        Reservation b = limiter.acquire(); // 30, due 20
        limiter.drain(15); // nothing below 25
        a.giveBack();
        assertThat(next(limiter)).isEqualTo(30);
        start(b, 20); // in the slot at 25
        assertThat(next(limiter)).isEqualTo(25);
    }

    @Test
    void callsBelowTheEndOfAPauseLeaveNothingToOthers() {
        GcraLimiter limiter = limiter(2);
        limiter.acquire(); // slot 0
        limiter.acquire(); // 10
        Reservation a = limiter.acquire(); // 20, due 10
        Reservation b = limiter.acquire(); // 30, due 20
        limiter.drain(30); // nothing below 40
        a.giveBack();
        start(b, 20);
        assertThat(next(limiter)).isEqualTo(30);
        clock.advance(ofNanos(10));
        assertThat(limiter.view().availablePermits()).isEqualTo(1);
    }

    @Test
    void freeSlotsBelowTheEndOfAPauseAreNotCounted() {
        GcraLimiter limiter = limiter(3);
        for (int i = 0; i < 3; i++) {
            limiter.acquire(); // slots 0, 10 and 20
        }
        Reservation a = limiter.acquire(); // 30, due 10
        Reservation b = limiter.acquire(); // 40, due 20
        limiter.acquire(); // 50, due 30
        limiter.drain(20); // nothing below 40
        a.giveBack();
        b.giveBack(); // 30 to 50 are free
        clock.advance(ofNanos(20));
        assertThat(limiter.view().availablePermits()).isEqualTo(1);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        assertThat(next(limiter)).isEqualTo(40);
    }

    @Test // C42
    void aCallThatNeedsMoreThanOneLimiterTakesNoSlotBelowTheEndOfAPause() {
        GcraLimiter limiter = limiter(1);
        limiter.acquire(); // slot 0
        Reservation a = limiter.acquire(); // 10
        limiter.acquire(); // 20
        a.giveBack();
        limiter.drain(30);
        limiter.hold(START);
        assertThat(limiter.startFrom(START)).isEqualTo(START + 30);
        limiter.release();
    }

    @Test // S5: a thread that has read the clock before the pause began
    void anOldReadingOfTheClockWaitsForTheEndOfThePauseToo() {
        AtomicLong time = new AtomicLong(START);
        GcraLimiter limiter =
                new GcraLimiter(quota(1, Duration.ofNanos(Long.MAX_VALUE)), time::get);
        limiter.drain(Long.MAX_VALUE);
        long end = START + limiter.view().nanosToNextPermit();
        time.addAndGet(-1_000_000_000);
        assertThat(limiter.acquire().dueNanos).isEqualTo(end);
    }
}
