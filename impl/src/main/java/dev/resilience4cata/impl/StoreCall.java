// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for a store to say whether it may run. It is settled once, by whoever comes
 * first: the answer, the deadline, or the caller who gives up; what comes later is not for it. Safe
 * for use by several threads.
 */
final class StoreCall extends Verdict {

    private static final VarHandle OUTCOME;
    private static final VarHandle WAITING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OUTCOME = lookup.findVarHandle(StoreCall.class, "outcome", Verdict.class);
            WAITING = lookup.findVarHandle(StoreCall.class, "waiting", Runnable.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final class Nobody implements Runnable {
        @Override
        public void run() {}
    }

    /** Stands for who waited, once he was told. */
    private static final Runnable TOLD = new Nobody();

    /** The outcome of a call whose caller gave up. */
    private static final Verdict GIVEN_UP = new Reservation();

    private final ClusterGate gate;
    final ClusterQuota quota;
    private final long deadlineNanos;

    /** Null until the call is settled. */
    private volatile @Nullable Verdict outcome;

    /** Who wants to be told. */
    @SuppressWarnings("UnusedVariable") // read by its handle
    private volatile @Nullable Runnable waiting;

    StoreCall(ClusterGate gate, ClusterQuota quota, long deadlineNanos) {
        this.gate = gate;
        this.quota = quota;
        this.deadlineNanos = deadlineNanos;
    }

    /** Settles the call, unless it is settled; the outcome is not for it then. */
    boolean settle(Verdict answer) {
        // With exactly the types of the field, so that the JDK needs no adapter.
        boolean first = OUTCOME.compareAndSet(this, (Verdict) null, answer);
        if (first) {
            Runnable waits = (Runnable) WAITING.getAndSet(this, TOLD);
            if (waits != null) {
                waits.run();
            }
        }
        return first;
    }

    /** Settles the call as it is to be while the store gives no answer. */
    void settleWithoutStore() {
        if (!isSettled()) {
            Verdict instead = gate.withoutStore(quota);
            if (!settle(instead) && instead.isWaiting()) {
                instead.giveBack();
            }
        }
    }

    /** Never, since the outcome is another verdict: it may come while somebody looks. */
    @Override
    boolean isFinal() {
        return false;
    }

    boolean isSettled() {
        return outcome != null;
    }

    boolean isLate(long now) {
        return now - deadlineNanos >= 0;
    }

    @Override
    Verdict at(long now) {
        if (!isSettled() && isLate(now)) {
            gate.noteLate(now);
            settleWithoutStore();
        }
        return latest();
    }

    @Override
    Verdict latest() {
        Verdict known = outcome;
        return known != null ? known : this;
    }

    @Override
    void onFinal(Runnable task) {
        if (!WAITING.compareAndSet(this, (Runnable) null, task)) {
            task.run();
        }
    }

    @Override
    boolean isWaiting() {
        return true;
    }

    @Override
    long dueNanos() {
        return deadlineNanos;
    }

    @Override
    boolean start(long now) {
        throw new IllegalStateException("the store has not answered");
    }

    @Override
    void giveBack() {
        Verdict granted = (Verdict) OUTCOME.getAndSet(this, GIVEN_UP);
        if (granted != null && granted.isWaiting()) {
            granted.giveBack();
        }
    }
}
