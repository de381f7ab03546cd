// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.Clock;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous calls of a registry that wait for their slots, each a task of the clock. A call
 * is settled once, by whoever comes first: its due time starts it, completing its stage from
 * outside or closing the registry gives it up. Safe for use by several threads.
 */
final class DeferredCalls {

    private final Clock clock;
    private final Clock.Timer timer;
    private final UnaryOperator<Runnable> context;
    private final Set<Call<?>> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Creates an empty set of calls.
     *
     * @param context wraps a start, on the thread of the caller, so that it runs as the caller
     *     would
     */
    DeferredCalls(Clock clock, Clock.Timer timer, UnaryOperator<Runnable> context) {
        this.clock = clock;
        this.timer = timer;
        this.context = context;
    }

    /**
     * Starts a call when its slot is due.
     *
     * @param policy hears of the call if it starts
     */
    <T> CompletableFuture<T> defer(
            Reservation reservation, Callable<? extends CompletionStage<T>> body, Starting policy) {
        Call<T> call = new Call<>(reservation, body, policy);
        calls.add(call);
        call.await();
        if (closed) {
            call.fail();
        }
        return call.result;
    }

    /** Fails all calls that wait, now and later. Without lambdas, as in {@link ParkedCalls}. */
    void close() {
        closed = true;
        for (Call<?> call : calls) {
            call.fail();
        }
    }

    /**
     * What the clock keeps of a call. A scheduler may keep a cancelled task until its time, so it
     * is separate, and lets go of the call.
     */
    private static final class Trigger implements StartTimer.Start {

        private volatile @Nullable Call<?> call;

        Trigger(Call<?> call) {
            this.call = call;
        }

        @Override
        public void run() {
            Call<?> waiting = call;
            if (waiting != null) {
                waiting.startInContext();
            }
        }

        @Override
        public void refused(Exception refusal) {
            Call<?> waiting = call;
            if (waiting != null) {
                waiting.result.completeExceptionally(refusal);
            }
        }
    }

    private final class Call<T> {

        private final Reservation reservation;
        private final Callable<? extends CompletionStage<T>> body;
        private final Starting policy;
        private long askedNanos;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private final AtomicBoolean settled = new AtomicBoolean();
        private final Trigger trigger = new Trigger(this);
        private @Nullable Runnable contextual;
        private volatile @Nullable Future<?> task;

        Call(
                Reservation reservation,
                Callable<? extends CompletionStage<T>> body,
                Starting policy) {
            this.reservation = reservation;
            this.body = body;
            this.policy = policy;
        }

        @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the giving up
        void await() {
            // Whatever completes the stage before the call has started gives the call up.
            result.handle((value, failure) -> giveUp());
            try {
                askedNanos = clock.nanoTime();
                contextual = context.apply(this::start);
                schedule();
            } catch (Throwable e) { // no context, or no thread, or a timer that refuses
                result.completeExceptionally(e);
            }
        }

        private void schedule() {
            task = clock.schedule(trigger, reservation.dueNanos, timer);
            if (settled.get()) {
                cancelTask(); // given up before there was a task to cancel
            }
        }

        void startInContext() {
            Runnable start = requireNonNull(contextual);
            try {
                start.run();
            } catch (Throwable e) {
                if (settled.get()) {
                    throw e; // The call has started; its stage says how it goes.
                }
                result.completeExceptionally(e);
            }
        }

        private void start() {
            long now = clock.nanoTime();
            if (now - reservation.dueNanos < 0) {
                schedule(); // a scheduler that is early must not make the call early
                return;
            }
            if (!settle()) {
                return;
            }
            if (result.isDone()) {
                reservation.giveBack(); // completed just now, and not yet given up
            } else if (reservation.start(now)) {
                policy.starting(reservation, now - askedNanos);
                StageCalls.tie(StageCalls.start(body), result);
            } else {
                fail();
            }
        }

        private boolean giveUp() {
            boolean first = settle();
            if (first) {
                cancelTask();
                reservation.giveBack();
            }
            return first;
        }

        void fail() {
            result.completeExceptionally(GcraLimiter.registryClosed());
        }

        private boolean settle() {
            calls.remove(this);
            return settled.compareAndSet(false, true);
        }

        private void cancelTask() {
            trigger.call = null;
            Future<?> waiting = task;
            if (waiting != null) {
                waiting.cancel(false);
            }
        }
    }
}
