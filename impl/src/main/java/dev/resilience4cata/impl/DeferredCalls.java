// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.Clock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous calls of a registry that wait for their slots, each a task of the clock. A call
 * is settled once, by whoever comes first: its due time starts it, completing its stage from
 * outside or closing the registry gives it up. Safe for use by several threads.
 */
final class DeferredCalls {

    /** Not an object of its own: there may be very many calls. */
    private static final VarHandle SETTLED;

    static {
        try {
            SETTLED = MethodHandles.lookup().findVarHandle(Call.class, "settled", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

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
     * Starts a call when its slot is due; before that, if need be, a store has to say whether there
     * is one.
     *
     * @param policy hears of the call if it starts, or if a store refuses it
     */
    <T> CompletableFuture<T> defer(
            Verdict verdict, Callable<? extends CompletionStage<T>> body, Starting policy) {
        Call<T> call = new Call<>(verdict, body, policy);
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

    /**
     * What the clock keeps of a call while a store has not answered: looks at it when it is late.
     */
    private static final class Deadline implements StartTimer.Start {

        private volatile @Nullable Call<?> call;
        private volatile @Nullable Future<?> task;

        Deadline(Call<?> call) {
            this.call = call;
        }

        @Override
        public void run() {
            Call<?> waiting = call;
            if (waiting != null) {
                waiting.lookForAnswer(this);
            }
        }

        @Override
        public void refused(Exception refusal) {
            run(); // needs no thread of the application
        }

        void cancel() {
            call = null;
            Future<?> waiting = task;
            if (waiting != null) {
                waiting.cancel(false);
            }
        }
    }

    private final class Call<T> implements Runnable {

        /** Another one once a store has answered. */
        private volatile Verdict verdict;

        private final Callable<? extends CompletionStage<T>> body;
        private final Starting policy;
        private long askedNanos;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private volatile boolean settled;
        private final Trigger trigger = new Trigger(this);
        private @Nullable Runnable contextual;
        private volatile @Nullable Future<?> task;

        /** Null if no store was asked. */
        private volatile @Nullable Deadline deadline;

        Call(Verdict verdict, Callable<? extends CompletionStage<T>> body, Starting policy) {
            this.verdict = verdict;
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
                if (verdict.isFinal()) {
                    schedule();
                } else {
                    awaitAnswer();
                }
            } catch (Throwable e) { // no context, or no thread, or a timer that refuses
                result.completeExceptionally(e);
            }
        }

        private void awaitAnswer() {
            Deadline late = new Deadline(this);
            deadline = late;
            schedule(late);
            verdict.onFinal(this);
        }

        private void schedule(Deadline late) {
            late.task = clock.schedule(late, verdict.dueNanos(), timer);
            if (settled || verdict.isFinal()) {
                late.cancel();
            }
        }

        void lookForAnswer(Deadline late) {
            Verdict asked = verdict;
            if (!asked.isFinal() && !asked.at(clock.nanoTime()).isFinal()) {
                schedule(late); // a scheduler that is early must not make the store late
            }
        }

        /** The store has answered, or is late: on any thread, so the call is for another one. */
        @Override
        public void run() {
            verdict = verdict.latest();
            cancelDeadline();
            try {
                schedule();
            } catch (Throwable e) { // no thread, or a timer that refuses
                result.completeExceptionally(e);
            }
        }

        private void schedule() {
            Verdict due = verdict;
            task = clock.schedule(trigger, due.isWaiting() ? due.dueNanos() : askedNanos, timer);
            if (settled) {
                cancelTask(); // given up before there was a task to cancel
            }
        }

        void startInContext() {
            Runnable start = requireNonNull(contextual);
            try {
                start.run();
            } catch (Throwable e) {
                if (settled) {
                    throw e; // The call has started; its stage says how it goes.
                }
                result.completeExceptionally(e);
            }
        }

        private void start() {
            Verdict due = verdict;
            long now = clock.nanoTime();
            if (due.isWaiting() && now - due.dueNanos() < 0) {
                schedule(); // a scheduler that is early must not make the call early
                return;
            }
            if (!settle()) {
                return;
            }
            if (result.isDone()) {
                giveBack(); // completed just now, and not yet given up
            } else if (due.isWaiting() ? due.start(now) : due == Reservation.ADMITTED) {
                policy.starting(due, now - askedNanos);
                StageCalls.tie(StageCalls.start(body), result);
            } else if (due.isWaiting()) {
                fail();
            } else {
                result.completeExceptionally(policy.refused(due));
            }
        }

        private boolean giveUp() {
            boolean first = settle();
            if (first) {
                cancelTask();
                cancelDeadline();
                giveBack();
            }
            return first;
        }

        private void giveBack() {
            Verdict unused = verdict;
            if (unused.isWaiting()) {
                unused.giveBack();
            }
        }

        void fail() {
            result.completeExceptionally(GcraLimiter.registryClosed());
        }

        private boolean settle() {
            calls.remove(this);
            return SETTLED.compareAndSet(this, false, true);
        }

        private void cancelDeadline() {
            Deadline late = deadline;
            if (late != null) {
                late.cancel();
            }
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
