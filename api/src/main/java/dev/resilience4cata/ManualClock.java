// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.time.Duration;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until somebody moves it, for tests. A call that waits for its permit
 * moves it to its due time instead of sleeping; tasks start inside {@link #advance}, in the order
 * of their due times, on the thread that advances, and while one starts the clock shows its due
 * time.
 *
 * <p>Safe for use by several threads. Threads that move the clock at once move it to the latest of
 * their targets.
 */
public final class ManualClock implements Clock {

    private final ReentrantLock lock = new ReentrantLock();
    private final NavigableSet<Task> tasks = // finds a task that is cancelled among many, too
            new TreeSet<>(
                    (a, b) ->
                            a.due != b.due
                                    ? Long.signum(a.due - b.due)
                                    : Long.compare(a.order, b.order));
    private volatile long now;
    private long scheduled;

    /** A clock that starts at zero. */
    public ManualClock() {
        this(0);
    }

    /**
     * A clock that starts at a given time.
     *
     * @param startNanos what {@link #nanoTime()} returns at first; any value
     */
    public ManualClock(long startNanos) {
        now = startNanos;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    /**
     * Moves the clock, and starts the tasks that become due on the way. A task that throws does not
     * keep the others from starting.
     *
     * @param by zero or more, at most {@link Long#MAX_VALUE} nanoseconds
     * @throws IllegalArgumentException if the time is negative or too long; the clock stays
     */
    public void advance(Duration by) {
        if (by.isNegative() || by.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(
                    "A clock moves forward by at most 292 years, not by " + by);
        }
        moveTo(now + by.toNanos());
    }

    /**
     * The number of tasks that were scheduled and have neither started nor been cancelled: one for
     * each asynchronous call that waits for its permit.
     *
     * @return zero or more
     */
    public int pendingTasks() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void parkUntil(Object blocker, long deadlineNanos) {
        moveTo(deadlineNanos);
    }

    @Override
    public Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
        lock.lock();
        try {
            Task added = new Task(task, deadlineNanos, scheduled++);
            tasks.add(added);
            return added;
        } finally {
            lock.unlock();
        }
    }

    /** Starts what is due by then, each task at its own time and outside the lock. */
    private void moveTo(long target) {
        for (Task due = nextUntil(target); due != null; due = nextUntil(target)) {
            due.run();
        }
    }

    private @Nullable Task nextUntil(long target) {
        lock.lock();
        try {
            Task next = tasks.isEmpty() ? null : tasks.first();
            if (next == null || next.due - target > 0) {
                now = later(now, target);
                return null;
            }
            now = later(now, next.due);
            tasks.remove(next);
            return next;
        } finally {
            lock.unlock();
        }
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }

    /** A future that keeps what its task throws, and leaves the queue when it is cancelled. */
    private final class Task extends FutureTask<Void> {

        private final long due;
        private final long order;

        Task(Runnable task, long due, long order) {
            super(task, null);
            this.due = due;
            this.order = order;
        }

        @Override
        protected void done() {
            if (isCancelled()) {
                lock.lock();
                try {
                    tasks.remove(this);
                } finally {
                    lock.unlock();
                }
            }
        }
    }
}
