// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends calls that take too long. All have the same time, so they are due in the order in which they
 * came, and one task looks after all of them: a call costs an entry of a queue, and while there is
 * none nothing runs. Lettuce has timeouts too, but looks at them every 100 milliseconds only, in a
 * client of the application at least. Safe for use by several threads.
 */
final class Deadlines {

    /** A call that must end. */
    interface Call {

        /** What ends when an answer comes. */
        CompletableFuture<?> result();

        /** The time is over. */
        void expire();

        /** There will be no answer. */
        void abandon();
    }

    private record Pending(Call call, long due) {}

    private final long timeoutNanos;
    private final ScheduledExecutorService thread;
    private final Queue<Pending> pending = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile boolean closed;

    Deadlines(long timeoutNanos, ScheduledExecutorService thread) {
        this.timeoutNanos = timeoutNanos;
        this.thread = thread;
    }

    /** Ends a call if it has not ended in time, counted from now. */
    void watch(Call call) {
        pending.add(new Pending(call, System.nanoTime() + timeoutNanos));
        if (closed) {
            abandonAll();
        } else {
            arm();
        }
    }

    private void arm() {
        if (armed.compareAndSet(false, true)) {
            scheduleSweep(timeoutNanos);
        }
    }

    private void scheduleSweep(long nanos) {
        try {
            ScheduledFuture<?> unused = thread.schedule(this::sweep, nanos, NANOSECONDS);
        } catch (RejectedExecutionException e) {
            abandonAll(); // closed meanwhile
        }
    }

    private void sweep() {
        Pending first = pending.peek();
        while (first != null) {
            long left = first.due - System.nanoTime();
            if (left > 0 && !first.call.result().isDone()) {
                scheduleSweep(left);
                return;
            }
            pending.remove(first);
            if (!first.call.result().isDone()) {
                first.call.expire();
            }
            first = pending.peek();
        }
        armed.set(false);
        // Somebody may have come in between, and have found it armed.
        if (!pending.isEmpty()) {
            arm();
        }
    }

    /** Ends all calls, and those that come later at once. */
    void close() {
        closed = true;
        abandonAll();
    }

    private void abandonAll() {
        for (Pending each = pending.poll(); each != null; each = pending.poll()) {
            each.call.abandon();
        }
    }
}
