// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets two actions meet, again and again, as close in time as two threads can bring them. */
final class Meeting implements AutoCloseable {

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final AtomicInteger arrived = new AtomicInteger();

    /** Runs both at once; both have ended when it returns. */
    void of(Runnable here, Runnable there) throws Exception {
        arrived.set(0);
        Future<?> done =
                other.submit(
                        () -> {
                            arrive();
                            there.run();
                        });
        arrive();
        here.run();
        done.get();
    }

    private void arrive() {
        arrived.incrementAndGet();
        Until.until(() -> arrived.get() == 2);
    }

    @Override
    public void close() {
        other.shutdownNow();
    }
}
