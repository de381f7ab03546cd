// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

/**
 * What a call is told: it may run, it must not, or it has to wait, be it for its slot or for a
 * store to say. Whoever lets a call wait looks at it again when it is due, takes {@link #at what it
 * has become} by then, and in the end starts it or gives it back.
 *
 * <p>Safe for use by several threads.
 */
abstract class Verdict {

    /** Whether the call waits; if not, it is admitted or refused. */
    abstract boolean isWaiting();

    /** When to look again at the latest, as a time of the clock; of a call that waits. */
    abstract long dueNanos();

    /** Whether it stays as it is; false for what becomes another one when a store answers. */
    boolean isFinal() {
        return true;
    }

    /** The verdict as it is at a time: another one once a store has answered, or is late. */
    Verdict at(long now) {
        return this;
    }

    /** The verdict as it is, however late a store is. */
    Verdict latest() {
        return this;
    }

    /**
     * Has a task run once when the verdict is final: now, if it is; otherwise by whoever brings the
     * answer, so it must be short. For one task only.
     */
    void onFinal(Runnable task) {
        task.run();
    }

    /** Whether the permit itself was due later, which is what counts as a wait. */
    boolean isOfLaterPermit() {
        return isWaiting();
    }

    /**
     * To be called when the call starts because it is due, which it must not do if the answer is
     * false: a limiter was closed.
     */
    abstract boolean start(long now);

    /** To be called when the call waits, has not started and will not. */
    abstract void giveBack();
}
