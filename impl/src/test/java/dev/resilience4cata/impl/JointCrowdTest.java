// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * C42, S2, S14 under real threads on the real clock: calls that need a permit of two limiters, from
 * either end, among calls that need one. They meet until enough of them have been overtaken.
 */
@Timeout(300)
class JointCrowdTest {

    private static final int THREADS = 4;
    private static final int COLLISIONS = 1000;
    private static final int CALLS = 20_000;
    private static final long MOST_NANOS = Duration.ofMinutes(1).toNanos();

    private final RememberingClock clock = new RememberingClock();
    private final RegistryParts parts =
            new RegistryParts(
                    clock,
                    new ParkedCalls(clock),
                    new DeferredCalls(clock, new StartTimer(), task -> task),
                    new Listeners(List.of()));
    private final Side left = new Side("left", 5_000, 3);
    private final Side right = new Side("right", 7_001, 2);
    private final List<CallPolicy> joint =
            List.of(
                    (CallPolicy) left.limiter.and(right.limiter),
                    (CallPolicy) right.limiter.and(left.limiter));
    private final LongAdder calls = new LongAdder();
    private final AtomicLong taken = new AtomicLong();
    private final LongAdder overtaken = new LongAdder();
    private final LongAdder jointStarts = new LongAdder();
    private final LongAdder jointReturns = new LongAdder();

    private final class Side {

        private final RateLimiterConfig config;
        private final Limiter limiter;
        private final Queue<Long> starts = new ConcurrentLinkedQueue<>();

        Side(String id, long interval, int burst) {
            config =
                    new RateLimiterConfig(
                            1, Duration.ofNanos(interval), burst, Duration.ofMillis(1), true);
            limiter = new Limiter(new LimiterDefinition(id, id, config, Map.of()), parts);
        }

        void assertEnvelope() {
            Promises.assertEnvelope(
                    config, starts.stream().mapToLong(Long::longValue).sorted().toArray());
        }
    }

    @Test
    void bothLimitersKeepTheirEnvelopesWhateverCollides() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> all = new ArrayList<>();
        long began = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            all.add(
                    threads.submit(
                            () -> {
                                while (!enough() && System.nanoTime() - began < MOST_NANOS) {
                                    call(random);
                                }
                            }));
        }
        for (Future<?> each : all) {
            each.get();
        }
        threads.shutdown();

        left.assertEnvelope();
        right.assertEnvelope();
        assertThat(jointStarts.sum()).isPositive();
        assertThat(jointReturns.sum()).isPositive();
        assertThat(overtaken.sum()).as("calls overtaken").isGreaterThanOrEqualTo(COLLISIONS);
        Until.until(() -> left.limiter.availablePermits() == 3); // nothing is owed
        Until.until(() -> right.limiter.availablePermits() == 2);
    }

    private boolean enough() {
        return calls.sum() >= CALLS && overtaken.sum() >= COLLISIONS;
    }

    private void call(Random random) {
        calls.increment();
        switch (random.nextInt(4)) {
            case 0 -> call(left.limiter, List.of(left), random);
            case 1 -> call(right.limiter, List.of(right), random);
            default -> call(joint.get(random.nextInt(2)), List.of(left, right), random);
        }
    }

    private void call(CallPolicy policy, List<Side> sides, Random random) {
        long before = taken.get();
        Reservation reservation = (Reservation) policy.reserve();
        if (reservation != Reservation.ADMITTED && !reservation.isWaiting()) {
            return;
        }
        if (taken.getAndIncrement() != before) {
            overtaken.increment();
        }
        if (reservation == Reservation.ADMITTED) {
            started(sides, clock.last());
        } else if (random.nextInt(3) > 0) {
            reservation.giveBack();
            jointReturns.add(sides.size() - 1);
        } else if (parts.parkedCalls().await(reservation, (call, nanos) -> {})) {
            started(sides, reservation.dueNanos);
        }
    }

    private void started(List<Side> sides, long at) {
        sides.forEach(side -> side.starts.add(at));
        jointStarts.add(sides.size() - 1);
    }
}
