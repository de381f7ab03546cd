// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S25: a clock that only its user moves. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // the log shows what became of the tasks
class ManualClockTest {

    private static final long SECOND = 1_000_000_000L;

    private final ManualClock clock = new ManualClock();
    private final List<String> log = new ArrayList<>();

    @Test
    void startsAtZeroOrWhereItIsTold() {
        assertThat(clock.nanoTime()).isZero();
        assertThat(new ManualClock(-5).nanoTime()).isEqualTo(-5);
    }

    @Test
    void movesOnlyWhenItIsMoved() {
        clock.advance(ofSeconds(1));
        clock.advance(Duration.ZERO);
        clock.advance(ofNanos(1));
        assertThat(clock.nanoTime()).isEqualTo(SECOND + 1);
        assertThat(clock.nanoTime()).isEqualTo(SECOND + 1);
    }

    @ParameterizedTest // C02: it never goes back, so no limiter has to cope with that
    @ValueSource(
            strings = {
                "PT-0.000000001S",
                "PT-8H",
                "PT-2562047788015215H",
                "PT2562047H47M16.854775808S", // one nanosecond more than a long of them holds
                "PT2562047788015215H",
            })
    void refusesToGoBackOrTooFar(Duration by) {
        clock.advance(ofSeconds(1));
        Future<?> task = schedule("task", ofSeconds(1));
        assertThatThrownBy(() -> clock.advance(by))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(by.toString());
        assertThat(clock.nanoTime()).isEqualTo(SECOND);
        assertThat(task.isDone()).isFalse();
    }

    @Test
    void advancesByTheLongestTimeThatFits() {
        clock.advance(ofNanos(Long.MAX_VALUE));
        assertThat(clock.nanoTime()).isEqualTo(Long.MAX_VALUE);
        clock.advance(ofNanos(Long.MAX_VALUE));
        assertThat(clock.nanoTime()).isEqualTo(-2);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                -10_000_000_000L,
                Long.MAX_VALUE - 10_000_000,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                1L << 53,
            })
    void startsTasksInTheOrderOfTheirTimesWhateverTheOrigin(long origin) {
        ManualClock clock = new ManualClock(origin);
        for (long millis : new long[] {30, 10, 20, 10, 40, 10}) {
            long due = origin + millis * 1_000_000;
            int number = clock.pendingTasks();
            clock.schedule(
                    () -> {
                        assertThat(clock.nanoTime()).as("time shown").isEqualTo(due);
                        log.add(millis + "/" + number);
                    },
                    due,
                    ManualClockTest::noTimer);
        }
        clock.advance(ofMillis(30).minusNanos(1));
        assertThat(log).containsExactly("10/1", "10/3", "10/5", "20/2");
        clock.advance(ofNanos(1));
        assertThat(log).hasSize(5).endsWith("30/0");
        clock.advance(ofMillis(100));
        assertThat(log).hasSize(6).endsWith("40/4");
        assertThat(clock.nanoTime()).isEqualTo(origin + 130_000_000);
        assertThat(clock.pendingTasks()).isZero();
    }

    @Test
    void startsTasksInsideAdvanceOnTheThreadThatAdvances() {
        List<Thread> threads = new ArrayList<>();
        clock.schedule(() -> threads.add(Thread.currentThread()), SECOND, ManualClockTest::noTimer);
        assertThat(threads).isEmpty();
        clock.advance(ofSeconds(1));
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void aTaskThatIsDueAlreadyStartsAtTheNextMove() {
        clock.advance(ofSeconds(5));
        schedule("late", ofSeconds(1));
        assertThat(log).isEmpty();
        clock.advance(Duration.ZERO);
        assertThat(log).containsExactly("late at 5000 ms");
    }

    @Test
    void aCancelledTaskLeavesNothing() {
        Runnable task = new CountDownLatch(1)::countDown;
        WeakReference<Runnable> reachable = new WeakReference<>(task);
        Future<?> future = clock.schedule(task, SECOND, ManualClockTest::noTimer);
        schedule("other", ofSeconds(2));
        assertThat(clock.pendingTasks()).isEqualTo(2);

        assertThat(future.cancel(false)).isTrue();
        assertThat(future.isCancelled()).isTrue();
        assertThat(future.cancel(true)).as("cancelled again").isFalse();
        assertThat(clock.pendingTasks()).isEqualTo(1);
        task = null;
        while (reachable.get() != null) { // bounded by the timeout of the class
            System.gc();
        }
        clock.advance(ofSeconds(3));
        assertThat(log).containsExactly("other at 2000 ms");
    }

    @Test
    void aTaskThatHasRunCannotBeCancelled() throws Exception {
        Future<?> task = schedule("task", ofSeconds(1));
        clock.advance(ofSeconds(1));
        assertThat(task.cancel(true)).isFalse();
        assertThat(task.get()).isNull();
    }

    @Test
    void aTaskMayCancelALaterOne() {
        Future<?> second = schedule("second", ofSeconds(2));
        clock.schedule(() -> second.cancel(false), SECOND, ManualClockTest::noTimer);
        schedule("third", ofSeconds(3));
        clock.advance(ofSeconds(3));
        assertThat(log).containsExactly("third at 3000 ms");
    }

    @Test
    void aTaskThatThrowsKeepsItsExceptionAndStopsNothing() {
        IllegalStateException exception = new IllegalStateException("one");
        AssertionError error = new AssertionError("two");
        Future<?> first =
                clock.schedule(
                        () -> {
                            throw exception;
                        },
                        SECOND,
                        ManualClockTest::noTimer);
        Future<?> second =
                clock.schedule(
                        () -> {
                            throw error;
                        },
                        SECOND,
                        ManualClockTest::noTimer);
        schedule("third", ofSeconds(1));
        clock.advance(ofSeconds(2));
        assertThat(log).containsExactly("third at 1000 ms");
        assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
        assertThatThrownBy(first::get).isInstanceOf(ExecutionException.class).hasCause(exception);
        assertThatThrownBy(second::get).isInstanceOf(ExecutionException.class).hasCause(error);
    }

    @Test
    void aWaitMovesTheClockToItsEndAndStartsWhatIsDueOnTheWay() {
        schedule("on the way", ofSeconds(1));
        schedule("at the end", ofSeconds(2));
        schedule("afterwards", ofSeconds(3));
        clock.parkUntil(this, 2 * SECOND);
        assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
        assertThat(log).containsExactly("on the way at 1000 ms", "at the end at 2000 ms");
    }

    @Test
    void aWaitThatIsOverDoesNotMoveTheClockBack() {
        clock.advance(ofSeconds(5));
        clock.parkUntil(this, SECOND);
        assertThat(clock.nanoTime()).isEqualTo(5 * SECOND);
    }

    @Test
    void aTaskThatWaitsMovesTheClockPastTheEndOfTheAdvance() {
        clock.schedule(
                () -> {
                    log.add("waits");
                    clock.parkUntil(this, 5 * SECOND);
                    log.add("has waited, at " + clock.nanoTime() / 1_000_000 + " ms");
                },
                SECOND,
                ManualClockTest::noTimer);
        schedule("in between", ofSeconds(4));
        schedule("afterwards", ofSeconds(6));
        clock.advance(ofSeconds(2));
        assertThat(log).containsExactly("waits", "in between at 4000 ms", "has waited, at 5000 ms");
        assertThat(clock.nanoTime()).isEqualTo(5 * SECOND);
        assertThat(clock.pendingTasks()).isEqualTo(1);
    }

    @Test
    void aTaskMayScheduleTheNextOneWithinTheSameAdvance() {
        clock.schedule(
                new Runnable() {
                    @Override
                    public void run() {
                        log.add("tick " + clock.nanoTime() / SECOND);
                        clock.schedule(this, clock.nanoTime() + SECOND, ManualClockTest::noTimer);
                    }
                },
                SECOND,
                ManualClockTest::noTimer);
        clock.advance(ofMillis(3500));
        assertThat(log).containsExactly("tick 1", "tick 2", "tick 3");
        assertThat(clock.pendingTasks()).isEqualTo(1);
        assertThat(clock.nanoTime()).isEqualTo(3_500_000_000L);
    }

    @Test
    void aTaskMayAdvanceTheClockItself() {
        clock.schedule(() -> clock.advance(ofSeconds(10)), SECOND, ManualClockTest::noTimer);
        schedule("in between", ofSeconds(4));
        clock.advance(ofSeconds(2));
        assertThat(log).containsExactly("in between at 4000 ms");
        assertThat(clock.nanoTime()).isEqualTo(11 * SECOND);
    }

    @Test // a task may wait for another thread that uses the clock
    void noLockIsHeldWhileATaskRuns() {
        clock.schedule(
                () -> {
                    Thread other =
                            new Thread(
                                    () -> {
                                        schedule("from elsewhere", ofSeconds(2));
                                        log.add(clock.pendingTasks() + " pending");
                                        clock.parkUntil(this, 0);
                                    });
                    other.start();
                    joinUninterrupted(other);
                },
                SECOND,
                ManualClockTest::noTimer);
        clock.advance(ofSeconds(2));
        assertThat(log).containsExactly("1 pending", "from elsewhere at 2000 ms");
    }

    @Test
    void severalThreadsStartEachTaskOnceAndNeverSeeTheClockGoBack() throws Exception {
        int threads = 4;
        int tasksEach = 5_000;
        AtomicIntegerArray starts = new AtomicIntegerArray(threads * tasksEach);
        AtomicInteger early = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Boolean>> monotone = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int first = t * tasksEach;
            monotone.add(
                    pool.submit(
                            () -> {
                                go.await();
                                boolean forward = true;
                                long last = clock.nanoTime();
                                for (int i = first; i < first + tasksEach; i++) {
                                    int number = i;
                                    long due = clock.nanoTime() + 1 + i % 7;
                                    Future<?> task =
                                            clock.schedule(
                                                    () -> {
                                                        starts.incrementAndGet(number);
                                                        if (clock.nanoTime() - due < 0) {
                                                            early.incrementAndGet();
                                                        }
                                                    },
                                                    due,
                                                    ManualClockTest::noTimer);
                                    if (i % 5 == 0 && task.cancel(false)) {
                                        cancelled.incrementAndGet();
                                    }
                                    if (i % 2 == 0) {
                                        clock.advance(ofNanos(3));
                                    } else {
                                        clock.parkUntil(this, due);
                                        forward &= clock.nanoTime() - due >= 0;
                                    }
                                    long now = clock.nanoTime();
                                    forward &= now - last >= 0;
                                    last = now;
                                }
                                return forward;
                            }));
        }
        go.countDown();
        for (Future<Boolean> thread : monotone) {
            assertThat(thread.get()).as("the clock goes forward only").isTrue();
        }
        pool.shutdown();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        clock.advance(ofNanos(10));
        assertThat(clock.pendingTasks()).isZero();
        assertThat(early).hasValue(0);
        int started = 0;
        for (int i = 0; i < starts.length(); i++) {
            assertThat(starts.get(i)).as("starts of task %s", i).isBetween(0, 1);
            started += starts.get(i);
        }
        // Cancelling a task that is just running says true as well.
        assertThat(started + cancelled.get()).isGreaterThanOrEqualTo(threads * tasksEach);
    }

    private Future<?> schedule(String name, Duration due) {
        return clock.schedule(
                () -> log.add(name + " at " + clock.nanoTime() / 1_000_000 + " ms"),
                due.toNanos(),
                ManualClockTest::noTimer);
    }

    private static Future<?> noTimer(Runnable task, long delayNanos) {
        throw new AssertionError("a clock that a test moves asked for a timer");
    }

    private static void joinUninterrupted(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
