// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Starts tasks when they are due: one daemon thread waits, while there is something to wait for,
 * and hands what is due to an executor, or to threads that end when they are idle. A task may
 * block; it does not keep the others waiting. What was cancelled is not kept. Safe for use by
 * several threads.
 */
public final class StartTimer implements Clock.Timer {

    /** Long enough to serve starts in quick succession, too short to be found when all is quiet. */
    private static final long IDLE_MILLIS = 100;

    /** When to try again to get a thread for a start, if there was none to be had. */
    private static final long RETRY_NANOS = 10_000_000;

    private static final ThreadFactory STARTERS = threads("rate-limiter-start");

    private final ReentrantLock lock = new ReentrantLock();
    private final Executor starters;
    private @Nullable ScheduledThreadPoolExecutor timer;
    private int waiting;

    /** Creates a timer; threads come with the first task. */
    public StartTimer() {
        this(
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        IDLE_MILLIS,
                        TimeUnit.MILLISECONDS,
                        new SynchronousQueue<>(),
                        STARTERS));
    }

    /**
     * Creates a timer; its thread comes with the first task.
     *
     * @param starters runs what is due; if it has no thread, it is asked again a little later, and
     *     if it refuses, the call fails
     */
    public StartTimer(Executor starters) {
        this.starters = starters;
    }

    @Override
    public Future<?> schedule(Runnable task, long delayNanos) {
        lock.lock();
        try {
            ScheduledThreadPoolExecutor running = timer != null ? timer : newTimer();
            timer = running;
            waiting++;
            HandOver start = new HandOver(task);
            try {
                start.scheduled = running.schedule(start, delayNanos, TimeUnit.NANOSECONDS);
            } catch (Throwable e) { // no thread to be had
                start.cancel(false);
                throw e;
            }
            return start;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a task that was cancelled does nothing
    private void handOver(Runnable task) {
        try {
            execute(task);
        } catch (OutOfMemoryError e) { // no thread to be had, now
            schedule(task, RETRY_NANOS);
        }
    }

    private void execute(Runnable task) {
        try {
            starters.execute(task);
        } catch (Exception e) {
            if (!(task instanceof Start start)) {
                throw e;
            }
            // On a thread of its own: whoever waits for the call hears of it there.
            STARTERS.newThread(() -> start.refused(e)).start();
        }
    }

    private static ScheduledThreadPoolExecutor newTimer() {
        ScheduledThreadPoolExecutor timer =
                new ScheduledThreadPoolExecutor(1, threads("rate-limiter-timer"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadFactory threads(String name) {
        return task -> {
            // Without the thread locals of whoever happens to be the first to wait.
            Thread thread = new Thread(null, task, name, 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** A task that wants to know when there is nobody to run it. */
    interface Start extends Runnable {

        void refused(Exception refusal);
    }

    /** Hands its task over; is done when it has, or when it was cancelled. */
    private final class HandOver extends FutureTask<@Nullable Void> {

        private @Nullable Future<?> scheduled;

        HandOver(Runnable task) {
            super(() -> handOver(task), null);
        }

        @Override
        protected void done() {
            lock.lock();
            try {
                if (isCancelled() && scheduled != null) {
                    scheduled.cancel(false);
                }
                waiting--;
                if (waiting == 0 && timer != null) {
                    timer.shutdown();
                    timer = null;
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
