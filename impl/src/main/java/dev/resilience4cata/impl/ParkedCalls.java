// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The synchronous calls of a registry that wait for their slots, each parked on its own thread with
 * no lock held. Safe for use by several threads.
 */
final class ParkedCalls {

    /**
     * One waiting call; a thread may have several when a clock that is moved runs one in another.
     */
    private static final class Call implements Runnable {

        private final Thread thread = Thread.currentThread();

        @Override
        public void run() { // a store has answered
            LockSupport.unpark(thread);
        }
    }

    private final Clock clock;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ParkedCalls(Clock clock) {
        this.clock = clock;
    }

    /**
     * Waits until a slot is due and starts the call, or gives the slot back; before that, if need
     * be, until a store has said whether there is one.
     *
     * @param policy hears of the call if it starts
     * @return whether the call may run; false if the store refused it, if the thread was
     *     interrupted, whose flag stays set, or if the registry was closed
     */
    boolean await(Verdict verdict, Starting policy) {
        Call call = new Call();
        calls.add(call);
        Verdict current = verdict;
        boolean started = false;
        try {
            if (!verdict.isFinal()) {
                verdict.onFinal(call);
            }
            long asked = 0;
            boolean looked = false;
            // An unpark that is left over, or comes too early, only makes another round.
            while (!closed && !started) { // once closed, nobody asks the clock
                long now = clock.nanoTime();
                asked = looked ? asked : now;
                looked = true;
                current = current.at(now);
                if (!current.isWaiting()) {
                    started = current == Reservation.ADMITTED;
                    if (started) {
                        policy.starting(current, now - asked);
                    }
                    break;
                }
                if (now - current.dueNanos() >= 0) {
                    started = current.start(now);
                    if (started) {
                        policy.starting(current, now - asked);
                    }
                } else if (call.thread.isInterrupted()) {
                    break;
                } else {
                    clock.parkUntil(current, current.dueNanos());
                }
            }
            return started;
        } finally { // also if the clock fails
            calls.remove(call);
            if (!started && current.isWaiting()) {
                current.giveBack();
            }
        }
    }

    /**
     * Releases all that wait, now and later. Without lambdas: a server may have closed the class
     * loader that would link them.
     */
    void close() {
        closed = true;
        for (Call call : calls) {
            LockSupport.unpark(call.thread);
        }
    }
}
