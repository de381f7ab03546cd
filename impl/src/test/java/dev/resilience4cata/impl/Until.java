// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do; the timeout of the test ends it. */
final class Until {

    private Until() {}

    @SuppressWarnings("ThreadPriorityCheck") // the other thread may need this processor
    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new AssertionError("interrupted before the condition was true");
            }
            Thread.yield();
        }
    }

    static void untilWaiting(Thread thread) {
        until(
                () ->
                        thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING);
    }
}
