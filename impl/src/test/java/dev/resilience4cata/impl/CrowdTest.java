// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * S2, S14 under real threads on the real clock: they arrive, wait, start, and give back what others
 * have reserved, while the limiter moves from epoch to epoch. It goes on until every kind of
 * collision has happened.
 */
@Timeout(300)
class CrowdTest {

    private static final int THREADS = 4;
    private static final int COLLISIONS = 20;

    private static final long MOST_NANOS = Duration.ofMinutes(1).toNanos();

    /** A reservation, which ends once: it starts, or it is given back. */
    private record Waiting(Reservation reservation, AtomicBoolean ended) {}

    private final RememberingClock clock = new RememberingClock();
    private final ParkedCalls parkedCalls = new ParkedCalls(clock);
    private final Queue<Long> starts = new ConcurrentLinkedQueue<>();
    private final ConcurrentSkipListSet<Waiting> queue =
            new ConcurrentSkipListSet<>(
                    Comparator.comparingLong(waiting -> waiting.reservation().dueNanos));
    private final LongAdder reservations = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder givenBack = new LongAdder();
    private final LongAdder givenBackInTheMiddle = new LongAdder();
    private final LongAdder startedAndGivenBackAtOnce = new LongAdder();
    private final AtomicLong taken = new AtomicLong();
    private final LongAdder overtaken = new LongAdder();
    private final LongAdder interrupts = new LongAdder();
    private final LongAdder interrupted = new LongAdder();
    private final LongAdder epochs = new LongAdder();
    private volatile boolean over;

    /** Five microseconds apart, in units so fine that an epoch lasts for half a second. */
    private static RateLimiterConfig config(int burst) {
        return new RateLimiterConfig(
                Integer.MAX_VALUE,
                Duration.ofNanos(Integer.MAX_VALUE * 5_000L + 1),
                burst,
                Duration.ofMillis(1),
                true);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 20})
    void everyWindowKeepsTheEnvelopeWhateverCollides(int burst) throws Exception {
        RateLimiterConfig config = config(burst);
        GcraLimiter limiter = new GcraLimiter(new Quota(config, false), clock);
        List<Thread> crowd = new ArrayList<>();
        ExecutorService threads =
                Executors.newCachedThreadPool(
                        task -> {
                            Thread thread = new Thread(task);
                            crowd.add(thread);
                            return thread;
                        });
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            all.add(threads.submit(() -> mingle(limiter, random)));
        }
        long began = System.nanoTime();
        while (!enough() && System.nanoTime() - began < MOST_NANOS) {
            crowd.forEach(Thread::interrupt);
            Quota quota = limiter.quota();
            if (limiter.reconfigure(quota, new Quota(config, false))) {
                epochs.increment();
            }
        }
        over = true;
        for (Future<?> each : all) {
            each.get();
        }
        threads.shutdown();

        Promises.assertEnvelope(
                config, starts.stream().mapToLong(Long::longValue).sorted().toArray());
        assertThat(started.sum() + givenBack.sum())
                .as("starts and returns")
                .isEqualTo(reservations.sum());
        assertThat(givenBackInTheMiddle.sum()).isGreaterThanOrEqualTo(COLLISIONS);
        assertThat(startedAndGivenBackAtOnce.sum()).isGreaterThanOrEqualTo(COLLISIONS);
        assertThat(overtaken.sum()).isGreaterThanOrEqualTo(COLLISIONS);
        assertThat(interrupted.sum()).isGreaterThanOrEqualTo(COLLISIONS);
        assertThat(interrupts.sum()).as("of them too late").isGreaterThan(interrupted.sum());
        assertThat(epochs.sum()).isGreaterThanOrEqualTo(COLLISIONS);
        Until.until(() -> limiter.view().availablePermits() == burst); // nothing is owed
    }

    private boolean enough() {
        return reservations.sum() > 10_000
                && givenBackInTheMiddle.sum() >= COLLISIONS
                && startedAndGivenBackAtOnce.sum() >= COLLISIONS
                && overtaken.sum() >= COLLISIONS
                && interrupted.sum() >= COLLISIONS
                && interrupts.sum() > interrupted.sum()
                && epochs.sum() >= COLLISIONS;
    }

    private void mingle(GcraLimiter limiter, Random random) {
        while (!over) {
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> arrive(limiter);
                case 4 -> giveBackOne(limiter, random.nextInt(20));
                case 5 -> arriveAndWait(limiter);
                default -> startAllThatAreDue(limiter);
            }
        }
        for (Waiting waiting : queue) {
            giveBack(limiter, waiting);
        }
    }

    private Reservation acquire(GcraLimiter limiter) {
        long before = taken.get();
        Reservation reservation = limiter.acquire();
        if (reservation != Reservation.REFUSED && taken.getAndIncrement() != before) {
            overtaken.increment();
        }
        return reservation;
    }

    private void arrive(GcraLimiter limiter) {
        Reservation reservation = acquire(limiter);
        if (reservation == Reservation.ADMITTED) {
            starts.add(clock.last());
        } else if (reservation != Reservation.REFUSED) {
            reservations.increment();
            queue.add(new Waiting(reservation, new AtomicBoolean()));
        }
    }

    private void arriveAndWait(GcraLimiter limiter) {
        Reservation reservation = acquire(limiter);
        if (reservation == Reservation.ADMITTED) {
            starts.add(clock.last());
        } else if (reservation != Reservation.REFUSED) {
            reservations.increment();
            if (parkedCalls.await(reservation, (call, nanos) -> {})) {
                starts.add(reservation.dueNanos);
                started.increment();
            } else {
                givenBack.increment();
                interrupted.increment();
            }
        }
        if (Thread.interrupted()) {
            interrupts.increment();
        }
    }

    /** Whoever finds a call that is due starts it. */
    private void startAllThatAreDue(GcraLimiter limiter) {
        for (Waiting waiting : queue) {
            long now = clock.nanoTime();
            if (waiting.reservation().dueNanos - now > 0) {
                return;
            }
            if (end(waiting)) {
                limiter.start(waiting.reservation(), now);
                starts.add(waiting.reservation().dueNanos);
                started.increment();
            }
        }
    }

    private void giveBackOne(GcraLimiter limiter, int number) {
        Iterator<Waiting> waiting = queue.iterator();
        for (int i = 0; i < number && waiting.hasNext(); i++) {
            waiting.next();
        }
        if (waiting.hasNext()) {
            giveBack(limiter, waiting.next());
        }
    }

    private void giveBack(GcraLimiter limiter, Waiting waiting) {
        boolean later = queue.higher(waiting) != null;
        if (end(waiting)) {
            limiter.giveBack(waiting.reservation());
            givenBack.increment();
            if (later) {
                givenBackInTheMiddle.increment();
            }
        }
    }

    private boolean end(Waiting waiting) {
        boolean first = waiting.ended().compareAndSet(false, true);
        if (first) {
            queue.remove(waiting);
        } else {
            startedAndGivenBackAtOnce.increment();
        }
        return first;
    }
}
