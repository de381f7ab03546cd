// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ManualClock;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has a library go by the clock of the test: later means when it moves, now means on this thread.
 */
final class ClockScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    private final ManualClock clock;

    ClockScheduler(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // as execute has it
    public void execute(Runnable command) {
        schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(Executors.callable(command), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        Task<V> task = new Task<>(callable, clock.nanoTime() + unit.toNanos(delay));
        task.scheduled =
                clock.schedule(
                        task,
                        task.due,
                        (late, nanos) -> {
                            throw new AssertionError("this clock does not go by itself");
                        });
        return task;
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final long due;
        private @Nullable Future<?> scheduled;

        Task(Callable<V> callable, long due) {
            super(callable);
            this.due = due;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            if (scheduled != null) {
                scheduled.cancel(false);
            }
            return super.cancel(mayInterrupt);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - clock.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            Runnable command, long initialDelay, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable command, long initialDelay, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }
}
