// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Clock;
import dev.resilience4cata.RateLimiterHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S2, S3, S14 with real threads on the real clock. What counts as the start of a call is the
 * reading of the clock by which the limiter admitted it, and for a call that waited the due time it
 * was promised: how late the scheduler runs the thread is not the limiter's.
 */
@Timeout(180)
class StressTest {

    private static final int THREADS = 8;
    private static final long RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    /** So often each thread finds the burst used up, however long that takes. */
    private static final long REJECTED = 1000;

    /** Fewer decisions on an old reading would prove little. */
    private static final long OVERTAKEN = 1000;

    /**
     * The real clock, which leaves what it showed with the thread that asked. Now and then the
     * thread gives up the processor between reading and deciding, as it may at any time: the others
     * then move the state on, and its reading is old.
     */
    private static final class RecordingClock implements Clock {

        final AtomicLong admitted = new AtomicLong();

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // to lose the processor is the point
        public long nanoTime() {
            long now = System.nanoTime();
            if (Thread.currentThread() instanceof Caller caller) {
                caller.reading = now;
                if (++caller.readings % 8 == 0) {
                    long before = admitted.get();
                    Thread.yield();
                    caller.overtaken += admitted.get() > before ? 1 : 0;
                }
            }
            return now;
        }

        @Override
        public void parkUntil(Object blocker, long deadlineNanos) {
            if (Thread.currentThread() instanceof Caller caller) {
                caller.promised = deadlineNanos;
                caller.waited = true;
            }
            Clock.super.parkUntil(blocker, deadlineNanos);
        }
    }

    /** What a thread does with itself. */
    private interface Calls {
        void make(Caller self) throws Exception;
    }

    /** A thread that calls and takes notes. */
    private static final class Caller extends Thread {

        private final Calls calls;
        private final RecordingClock clock;
        long reading;
        long readings;
        long overtaken;
        long promised;
        boolean waited;

        final Longs starts = new Longs();
        long rejected;
        long waits;
        Throwable failure;

        Caller(Calls calls, RecordingClock clock) {
            this.calls = calls;
            this.clock = clock;
        }

        @Override
        public void run() {
            try {
                calls.make(this);
            } catch (Throwable e) {
                failure = e;
            }
        }

        boolean call(RateLimiterHandle limiter) {
            waited = false;
            boolean admitted = limiter.tryAcquire();
            if (admitted) {
                clock.admitted.incrementAndGet();
                starts.add(waited ? promised : reading);
            } else {
                rejected++;
            }
            waits += waited ? 1 : 0;
            return admitted;
        }
    }

    /** Numbers in an array that grows. */
    private static final class Longs {

        private long[] values = new long[1 << 12];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        LongStream stream() {
            return Arrays.stream(values, 0, size);
        }
    }

    private final RecordingClock clock = new RecordingClock();
    private final List<Caller> callers = new ArrayList<>();
    private long nextDue;
    private long startedBefore;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void noWindowOfStartsHoldsMoreThanTheBurstAndTheRate(int burst) throws Exception {
        long interval = 20_000;
        RateLimiterHandle limiter =
                Limiters.with(
                        clock, b -> b.permits(1).period(Duration.ofNanos(interval)).burst(burst));
        hammer(limiter);
        assertEnvelope(burst, interval);
        assertCollisions();
    }

    @Test // with five seconds saved, no pause of the machine makes the burst overflow
    void callersWhoAskAgainAndAgainGetTheWholeRate() throws Exception {
        int burst = 100_000;
        long interval = 50_000;
        RateLimiterHandle limiter =
                Limiters.with(
                        clock, b -> b.permits(1).period(Duration.ofNanos(interval)).burst(burst));
        useUpTheBurst(limiter);
        hammer(limiter);
        assertNothingLost(limiter, interval); // first, while the time still fits
        assertEnvelope(burst, interval);
        assertCollisions();
    }

    @Test
    void interruptedWaitersLoseNoPermitAndLetNoneThroughTwice() throws Exception {
        int burst = 20_000;
        long interval = 100_000;
        RateLimiterHandle limiter =
                Limiters.with(
                        clock,
                        b ->
                                b.permits(1)
                                        .period(Duration.ofNanos(interval))
                                        .burst(burst)
                                        .maxWait(Duration.ofMillis(5)));
        useUpTheBurst(limiter); // from here on everybody waits
        together(
                self -> {
                    Random random = new Random(self.getId());
                    long end = System.nanoTime() + RUN_NANOS;
                    while (System.nanoTime() - end < 0) {
                        Caller other = callers.get(1 + random.nextInt(THREADS));
                        if (other != self) {
                            other.interrupt();
                        }
                        self.call(limiter);
                        Thread.interrupted();
                    }
                });
        assertNothingLost(limiter, interval);
        assertThat(callers.stream().mapToLong(caller -> caller.waits).sum())
                .as("calls that waited")
                .isGreaterThan(100);
        assertThat(callers.stream().mapToLong(caller -> caller.rejected).sum())
                .as("calls that were interrupted in time")
                .isGreaterThan(100);
        // Every window that begins with the first start: a late start can only make it emptier.
        long[] starts = sortedStarts();
        for (int i = 0; i < starts.length; i++) {
            assertThat(i + 1L)
                    .as("starts in the first %s ns", starts[i] - starts[0])
                    .isLessThanOrEqualTo(burst + (starts[i] - starts[0]) / interval);
        }
        assertCollisions();
    }

    /** All threads call, as fast as they can, for a while. */
    private void hammer(RateLimiterHandle limiter) throws Exception {
        together(
                self -> {
                    long end = System.nanoTime() + RUN_NANOS;
                    while (System.nanoTime() - end < 0 || self.rejected < REJECTED) {
                        self.call(limiter);
                    }
                });
    }

    /** One thread alone, before the others; it notes when the next permit after that is due. */
    private void useUpTheBurst(RateLimiterHandle limiter) throws Exception {
        alone(
                self -> {
                    Duration next = Duration.ZERO;
                    while (next.isZero()) {
                        self.call(limiter);
                        next = limiter.timeToNextPermit();
                    }
                    nextDue = self.reading + next.toNanos();
                });
        startedBefore = sortedStarts().length;
    }

    private void alone(Calls calls) throws Exception {
        Caller caller = caller(calls);
        caller.start();
        caller.join();
        assertThat(caller.failure).isNull();
    }

    private void together(Calls calls) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<Caller> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(
                    caller(
                            self -> {
                                barrier.await();
                                calls.make(self);
                            }));
        }
        threads.forEach(Thread::start);
        for (Caller thread : threads) {
            thread.join();
            assertThat(thread.failure).isNull();
        }
    }

    private Caller caller(Calls calls) {
        Caller caller = new Caller(calls, clock);
        callers.add(caller);
        return caller;
    }

    private long[] sortedStarts() {
        return callers.stream().flatMapToLong(caller -> caller.starts.stream()).sorted().toArray();
    }

    /** The rule over the sorted starts; it holds if and only if every window holds. */
    private void assertEnvelope(long burst, long interval) {
        long[] starts = sortedStarts();
        assertThat(starts.length).as("starts").isGreaterThan(1000);
        long tat = starts[0];
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] < tat - (burst - 1) * interval) {
                throw new AssertionError(
                        "start "
                                + i
                                + " at "
                                + starts[i]
                                + " is too early; the next slot is "
                                + tat);
            }
            tat = Math.max(tat, starts[i]) + interval;
        }
    }

    /** Calls that were deciding, on a reading already taken, while another call was admitted. */
    private void assertCollisions() {
        assertThat(callers.stream().mapToLong(caller -> caller.overtaken).sum())
                .as("decisions that others had overtaken")
                .isGreaterThan(OVERTAKEN);
    }

    /**
     * The burst was never full again since it was used up, so as many calls started as permits fell
     * due since then; what has not been asked for is there.
     */
    private void assertNothingLost(RateLimiterHandle limiter, long interval) throws Exception {
        long started = sortedStarts().length - startedBefore;
        alone(
                self -> {
                    long available = limiter.availablePermits();
                    assertThat(started + available)
                            .as("permits in %s ns", self.reading - nextDue)
                            .isEqualTo((self.reading - nextDue) / interval + 1);
                });
    }
}
