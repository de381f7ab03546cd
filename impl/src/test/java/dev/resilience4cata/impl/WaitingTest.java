// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that wait for their slot, each on its own thread. */
@Timeout(120)
class WaitingTest {

    private final ParkingClock clock = new ParkingClock();
    private final ResilienceRegistry registry = ResilienceRegistry.builder().clock(clock).build();

    /** A call on a thread of its own. */
    private static final class Call {

        private final FutureTask<Boolean> admitted;
        private final Thread thread;
        private volatile boolean interruptedAfterwards;

        Call(RateLimiterHandle limiter) {
            admitted =
                    new FutureTask<>(
                            () -> {
                                boolean passed = limiter.tryAcquire();
                                interruptedAfterwards = Thread.currentThread().isInterrupted();
                                return passed;
                            });
            thread = new Thread(admitted);
            thread.start();
        }

        boolean admitted() throws Exception {
            return admitted.get(30, TimeUnit.SECONDS);
        }
    }

    @Test // S10, S25: on a clock that a test moves, a call that waits moves it instead
    void onAManualClockAWaitMovesTheClock() {
        ManualClock manual = new ManualClock();
        RateLimiterHandle limiter =
                Limiters.with(
                        manual, b -> b.permits(5).period(ofSeconds(1)).maxWait(ofMillis(500)));
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(manual.nanoTime()).isZero();
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(manual.nanoTime()).isEqualTo(ofMillis(200).toNanos());
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(manual.nanoTime()).isEqualTo(ofMillis(400).toNanos());
    }

    @Test // S1, S12, C13
    void eightyCallersAtOnceGetOneBurstAndAsManySlotsAsTheyMayWaitFor() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            calls.add(new Call(limiter));
        }
        List<Duration> due = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            due.add(clock.nextPark());
        }
        assertThat(due)
                .containsExactlyInAnyOrder(
                        ofSeconds(1), ofSeconds(2), ofSeconds(3), ofSeconds(4), ofSeconds(5));
        for (int second = 1; second <= 5; second++) {
            awaitDone(calls, 75 + second - 1);
            clock.advance(ofSeconds(1));
        }
        awaitDone(calls, 80);
        int admitted = 0;
        for (Call call : calls) {
            admitted += call.admitted() ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(6);
        assertThat(clock.parks()).as("nobody woke up for nothing").isZero();
        clock.advance(ofSeconds(1));
        assertThat(limiter.tryAcquire()).as("at 6 s, without a wait").isTrue();
    }

    @Test // S2, C13
    void aThousandCallersAtABarrierGetOnePermit() throws Exception {
        RateLimiterHandle limiter = limiter(b -> b.permits(1).period(Duration.ofHours(1)));
        int callers = 1000;
        CyclicBarrier barrier = new CyclicBarrier(callers);
        List<FutureTask<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            FutureTask<Boolean> call =
                    new FutureTask<>(
                            () -> {
                                barrier.await();
                                return limiter.tryAcquire();
                            });
            calls.add(call);
            new Thread(call).start();
        }
        int admitted = 0;
        for (Future<Boolean> call : calls) {
            admitted += call.get() ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(1);
    }

    @Test // S10, C15
    void anUnparkNeitherStartsTheCallNorRestartsItsWait() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(10)));
        assertThat(limiter.tryAcquire()).isTrue();
        Call waiter = new Call(limiter);
        assertThat(clock.nextPark()).isEqualTo(ofSeconds(1));
        for (int i = 1; i <= 100; i++) {
            clock.advance(ofMillis(5));
            LockSupport.unpark(waiter.thread);
            assertThat(clock.nextPark()).as("due after unpark %s", i).isEqualTo(ofSeconds(1));
            assertThat(waiter.admitted.isDone()).isFalse();
        }
        assertThat(limiter.timeToNextPermit()).as("no permit was taken").isEqualTo(ofMillis(1500));
        clock.advance(ofMillis(500).minusNanos(1));
        assertThat(waiter.admitted.isDone()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(waiter.admitted()).isTrue();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(1));
    }

    @Test // S10, C15
    void anUnparkThatIsLeftOverDoesNotShortenTheWait() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(10)));
        assertThat(limiter.tryAcquire()).isTrue();
        FutureTask<Boolean> call =
                new FutureTask<>(
                        () -> {
                            LockSupport.unpark(Thread.currentThread());
                            return limiter.tryAcquire();
                        });
        new Thread(call).start();
        assertThat(clock.nextPark()).isEqualTo(ofSeconds(1));
        assertThat(clock.nextPark()).as("parks again").isEqualTo(ofSeconds(1));
        assertThat(call.isDone()).isFalse();
        clock.advance(ofSeconds(1));
        assertThat(call.get()).isTrue();
    }

    @Test // S11, C16 (a)
    void withTheFlagSetAndAPermitFreeTheCallRunsAndTheFlagStays() {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        Thread.currentThread().interrupt();
        boolean admitted = limiter.tryAcquire();
        assertThat(Thread.interrupted()).as("flag").isTrue();
        assertThat(admitted).isTrue();
    }

    @Test // S11, C16 (b)
    void withTheFlagSetACallThatWouldWaitIsRejectedAndLeavesNoTrace() {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        assertThat(limiter.tryAcquire()).isTrue();
        clock.advance(ofMillis(300));
        for (int i = 0; i < 10; i++) {
            Thread.currentThread().interrupt();
            boolean admitted = limiter.tryAcquire();
            assertThat(Thread.interrupted()).as("flag").isTrue();
            assertThat(admitted).isFalse();
            assertThat(limiter.timeToNextPermit()).isEqualTo(ofMillis(700));
        }
        assertThat(clock.parks()).as("parks").isZero();
        clock.advance(ofMillis(700));
        assertThat(limiter.tryAcquire()).isTrue();
    }

    @Test // S11: nor does the clock of a test move
    void withTheFlagSetAManualClockStays() {
        ManualClock manual = new ManualClock();
        RateLimiterHandle limiter =
                Limiters.with(manual, b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        assertThat(limiter.tryAcquire()).isTrue();
        Thread.currentThread().interrupt();
        boolean admitted = limiter.tryAcquire();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(admitted).isFalse();
        assertThat(manual.nanoTime()).isZero();
    }

    @Test // S11, C16 (c)
    void anInterruptedWaiterIsRejectedAndTheNextCallerGetsItsSlot() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        assertThat(limiter.tryAcquire()).isTrue();
        Call waiter = new Call(limiter);
        assertThat(clock.nextPark()).isEqualTo(ofSeconds(1));
        waiter.thread.interrupt();
        assertThat(waiter.admitted()).isFalse();
        assertThat(waiter.interruptedAfterwards).as("flag").isTrue();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(1));

        Call next = new Call(limiter);
        assertThat(clock.nextPark()).isEqualTo(ofSeconds(1));
        clock.advance(ofSeconds(1));
        assertThat(next.admitted()).isTrue();
        assertThat(next.interruptedAfterwards).isFalse();
    }

    @Test // S13, C18: B, C, D wait for 1, 2, 3 s; B gives up; E takes the slot of B, not that of D
    void aSlotGivenBackInTheMiddleIsTakenByTheNextCaller() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(10)));
        assertThat(limiter.tryAcquire()).isTrue();
        List<Call> waiters = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            waiters.add(new Call(limiter));
            assertThat(clock.nextPark()).isEqualTo(ofSeconds(i));
        }
        clock.advance(ofMillis(500));
        waiters.get(0).thread.interrupt();
        assertThat(waiters.get(0).admitted()).isFalse();

        assertThat(limiter.timeToNextPermit()).isEqualTo(ofMillis(500));
        Call e = new Call(limiter);
        assertThat(clock.nextPark()).isEqualTo(ofSeconds(1));
        clock.advance(ofMillis(500));
        assertThat(e.admitted()).isTrue();
        clock.advance(ofSeconds(1));
        assertThat(waiters.get(1).admitted()).isTrue();
        clock.advance(ofSeconds(1));
        assertThat(waiters.get(2).admitted()).isTrue();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(1));
    }

    @Test // S13, C18: B and C give up in either order; a new caller at once waits 1 s
    void slotsGivenBackAtTheEndLeaveNoTraceInWhateverOrder() throws Exception {
        for (int first = 0; first <= 1; first++) {
            RateLimiterHandle limiter =
                    Limiters.with(
                            clock, b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(10)));
            assertThat(limiter.tryAcquire()).isTrue();
            List<Call> waiters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                waiters.add(new Call(limiter));
                clock.nextPark();
            }
            for (int i = 0; i < 2; i++) {
                Call waiter = waiters.get((first + i) % 2);
                waiter.thread.interrupt();
                assertThat(waiter.admitted()).isFalse();
            }
            assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(1));
        }
    }

    @Test // S14, C16 (d)
    void anInterruptAtTheDueTimeEitherRunsTheCallOrGivesThePermitBack() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        int ran = 0;
        int rounds = 2000;
        for (int i = 0; i < rounds; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
            Call waiter = new Call(limiter);
            clock.nextPark();
            CyclicBarrier together = new CyclicBarrier(2);
            FutureTask<Void> interrupt =
                    new FutureTask<>(
                            () -> {
                                together.await();
                                waiter.thread.interrupt();
                                return null;
                            });
            new Thread(interrupt).start();
            together.await();
            clock.advance(ofSeconds(1));
            boolean admitted = waiter.admitted();
            interrupt.get();
            assertThat(limiter.availablePermits())
                    .as("permits after the call %s", admitted ? "ran" : "was rejected")
                    .isEqualTo(admitted ? 0 : 1);
            ran += admitted ? 1 : 0;
            clock.advance(ofSeconds(5));
        }
        assertThat(ran).as("calls that ran").isBetween(1, rounds);
    }

    @Test // S12: the due times of waiters are an interval apart, rounded up to what a clock can
    // show
    void waitersAreAnIntervalApart() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(3).period(ofNanos(10)).maxWait(ofSeconds(1)));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isTrue();
        List<Call> waiters = new ArrayList<>();
        List<Long> due = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            waiters.add(new Call(limiter));
            due.add(clock.nextPark().toNanos());
        }
        assertThat(due).containsExactly(4L, 7L, 10L, 14L, 17L, 20L, 24L, 27L, 30L);
        clock.advance(ofNanos(30));
        for (Call waiter : waiters) {
            assertThat(waiter.admitted()).isTrue();
        }
    }

    @Test // S21
    void closingReleasesWaitersAsRejectedAndStartsNothing() throws Exception {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(5)));
        assertThat(limiter.tryAcquire()).isTrue();
        List<Call> waiters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiters.add(new Call(limiter));
            clock.nextPark();
        }
        registry.close();
        for (Call waiter : waiters) {
            assertThat(waiter.admitted()).isFalse();
            assertThat(waiter.interruptedAfterwards).isFalse();
        }
        clock.advance(ofSeconds(10));
        assertThatThrownBy(limiter::tryAcquire)
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-010: ");
    }

    private RateLimiterHandle limiter(Consumer<RateLimiterConfig.Builder> attributes) {
        return Limiters.in(registry, attributes);
    }

    private static void awaitDone(List<Call> calls, long number) {
        while (calls.stream().filter(call -> call.admitted.isDone()).count() < number) {
            Thread.onSpinWait(); // bounded by the timeout of the class
        }
        assertThat(calls.stream().filter(call -> call.admitted.isDone()).count()).isEqualTo(number);
    }
}
