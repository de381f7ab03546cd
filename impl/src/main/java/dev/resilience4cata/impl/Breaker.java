// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps calls from waiting for a store that gives no answers: opens after five failures in a row,
 * or when half of twenty within a second have failed, lets one through after half a second or so,
 * and closes when that is answered. Only what happens after a failure takes the lock. Safe for use
 * by several threads.
 */
final class Breaker {

    private static final int FAILURES_IN_A_ROW = 5;
    private static final int OUTCOMES = 20;
    private static final long OUTCOMES_WITHIN_NANOS = 1_000_000_000;
    private static final long PAUSE_NANOS = 500_000_000;

    private enum Phase {
        CLOSED,
        OPEN,
        PROBING
    }

    /**
     * Where it stands.
     *
     * @param endNanos when the next may try: after the pause, or when the one that tries is late;
     *     without meaning while closed
     */
    private record State(Phase phase, long endNanos) {

        boolean isClosed() {
            return phase == Phase.CLOSED;
        }
    }

    private static final State CLOSED = new State(Phase.CLOSED, 0);

    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile State state = CLOSED;

    /** Whether there is something to forget once an answer comes. */
    private volatile boolean failing;

    // Guarded by the lock.
    private int inARow;
    private final long[] times = new long[OUTCOMES];
    private final boolean[] failures = new boolean[OUTCOMES];
    private int outcomes;

    /**
     * Creates a closed one.
     *
     * @param timeoutNanos after which one that was let through is late
     */
    Breaker(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    /** Whether it makes sense to ask the store; reads only. */
    boolean isPassable(long now) {
        State current = state;
        return current.isClosed() || now - current.endNanos >= 0;
    }

    /** How long it takes until it makes sense; zero if it does. */
    long nanosUntilPassable(long now) {
        State current = state;
        return current.isClosed() ? 0 : Math.max(0, current.endNanos - now);
    }

    /** To be asked before the store is: of all that come after a pause, one may try. */
    boolean tryPass(long now) {
        State current = state;
        if (current.isClosed()) {
            return true;
        }
        if (now - current.endNanos < 0) {
            return false;
        }
        lock.lock();
        try {
            if (!isPassable(now)) {
                return false; // another one tries
            }
            if (state.isClosed()) {
                return true;
            }
            state = new State(Phase.PROBING, now + timeoutNanos);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The store has answered.
     *
     * @return whether that closes what was open
     */
    boolean succeeded(long now) {
        if (!failing) {
            return false;
        }
        lock.lock();
        try {
            State current = state;
            if (current.phase == Phase.OPEN) {
                return false; // to what was asked before
            }
            if (current.phase == Phase.PROBING) {
                reset(CLOSED);
                failing = false;
                return true;
            }
            inARow = 0;
            note(now, false);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The store has not answered.
     *
     * @return whether that opens what was closed
     */
    boolean failed(long now) {
        lock.lock();
        try {
            State current = state;
            failing = true;
            if (current.phase == Phase.OPEN) {
                return false;
            }
            inARow++;
            note(now, true);
            boolean probe = current.phase == Phase.PROBING;
            if (!probe && inARow < FAILURES_IN_A_ROW && !isHalfFailed(now)) {
                return false;
            }
            long jitter = PAUSE_NANOS / 5;
            reset(
                    new State(
                            Phase.OPEN,
                            now
                                    + PAUSE_NANOS
                                    + ThreadLocalRandom.current().nextLong(-jitter, jitter + 1)));
            return !probe;
        } finally {
            lock.unlock();
        }
    }

    private void reset(State next) {
        state = next;
        inARow = 0;
        outcomes = 0;
    }

    private void note(long now, boolean failure) {
        times[outcomes % OUTCOMES] = now;
        failures[outcomes % OUTCOMES] = failure;
        outcomes++;
        if (outcomes == 2 * OUTCOMES) {
            outcomes = OUTCOMES; // full, however long it goes on
        }
    }

    private boolean isHalfFailed(long now) {
        if (outcomes < OUTCOMES || now - times[outcomes % OUTCOMES] > OUTCOMES_WITHIN_NANOS) {
            return false; // the next to be overwritten is the oldest
        }
        int failed = 0;
        for (boolean failure : failures) {
            failed += failure ? 1 : 0;
        }
        return 2 * failed >= OUTCOMES;
    }
}
