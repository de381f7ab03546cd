// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that a test moves, and on which waiting threads really park: until the clock reaches
 * their deadline, an interrupt or an unpark. The test hears of each park before it happens.
 */
final class ParkingClock implements Clock {

    private final Map<Thread, Long> parked = new ConcurrentHashMap<>();

    /** Without locks: a thread that parks for one would use up the unpark of a test. */
    private final Queue<Long> deadlines = new ConcurrentLinkedQueue<>();

    private volatile long now;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void parkUntil(Object blocker, long deadlineNanos) {
        parked.put(Thread.currentThread(), deadlineNanos);
        deadlines.add(deadlineNanos);
        if (now < deadlineNanos) {
            LockSupport.park(blocker);
        }
        parked.remove(Thread.currentThread());
    }

    void advance(Duration by) {
        long target = now + by.toNanos();
        now = target;
        parked.forEach(
                (thread, deadline) -> {
                    if (deadline <= target) {
                        LockSupport.unpark(thread);
                    }
                });
    }

    /** The deadline of the next park that nobody has asked for yet; waits until there is one. */
    Duration nextPark() {
        Until.until(() -> !deadlines.isEmpty());
        return Duration.ofNanos(deadlines.remove());
    }

    /** Parks that nobody has asked for. */
    int parks() {
        return deadlines.size();
    }
}
