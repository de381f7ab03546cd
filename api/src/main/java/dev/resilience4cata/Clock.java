// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * The time that limiters go by, and what sleeping and scheduling against it mean. {@link
 * #nanoTime()} is all that a source of time must give; a clock that a test moves replaces the other
 * methods too. Implementations must be safe for use by several threads.
 *
 * @see ManualClock
 */
@FunctionalInterface
public interface Clock {

    /**
     * Nanoseconds since an arbitrary origin. Only differences count, so any origin works, the
     * overflow of the number included. It never goes back, and a difference is right up to 2<sup>63
     * </sup> nanoseconds, about 292 years.
     *
     * @return the time now
     */
    long nanoTime();

    /**
     * Blocks the calling thread until a time, an interrupt, an unpark or for no reason, whichever
     * comes first; the caller looks at the clock and calls again.
     *
     * @param blocker what the thread waits for, shown in thread dumps
     * @param deadlineNanos a time of this clock
     */
    default void parkUntil(Object blocker, long deadlineNanos) {
        LockSupport.parkNanos(blocker, deadlineNanos - nanoTime());
    }

    /**
     * Runs a task once, at a time or as soon after it as can be.
     *
     * @param task what to run
     * @param deadlineNanos a time of this clock
     * @param timer where a clock that goes by itself schedules the task; not asked otherwise
     * @return the task to come; cancelling it leaves nothing behind
     * @throws java.util.concurrent.RejectedExecutionException if the timer refuses the task
     */
    default Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
        return timer.schedule(task, deadlineNanos - nanoTime());
    }

    /**
     * Runs tasks after real time has passed. Implementations are safe for use by several threads.
     */
    @FunctionalInterface
    interface Timer {

        /**
         * Runs a task once.
         *
         * @param task what to run
         * @param delayNanos nanoseconds until then; zero or less is now
         * @return the task to come
         */
        Future<?> schedule(Runnable task, long delayNanos);
    }
}
