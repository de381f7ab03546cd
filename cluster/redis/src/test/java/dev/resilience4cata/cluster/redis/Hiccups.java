// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures for how long this machine lets a thread wait that wants to go on: what a test that has
 * an upper bound of time must add to it. Other processes and the garbage collector are as slow for
 * this thread as for those of the test.
 */
final class Hiccups implements AutoCloseable {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private volatile boolean over;
    private volatile long longest;

    Hiccups() {
        Thread thread = new Thread(this::measure, "hiccups");
        thread.setDaemon(true);
        thread.start();
    }

    private void measure() {
        while (!over) {
            long start = System.nanoTime();
            LockSupport.parkNanos(PAUSE);
            longest = Math.max(longest, System.nanoTime() - start - PAUSE);
        }
    }

    long longestNanos() {
        return longest;
    }

    @Override
    public void close() {
        over = true;
    }
}
