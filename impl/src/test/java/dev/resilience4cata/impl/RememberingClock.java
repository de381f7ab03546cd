// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;

/**
 * The real clock, which remembers what it told each thread last: the moment at which an admitted
 * call starts. A thread may lose its processor between the reading and the decision, and here often
 * does.
 */
final class RememberingClock implements Clock {

    private final ThreadLocal<Long> last = ThreadLocal.withInitial(() -> 0L);

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // to lose the processor is the point
    public long nanoTime() {
        long now = System.nanoTime();
        last.set(now);
        if (now % 16 == 0) {
            Thread.yield();
        }
        return now;
    }

    /** What the calling thread read last. */
    long last() {
        return last.get();
    }
}
