// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.interceptor.Interceptors;
import java.util.concurrent.atomic.AtomicInteger;

/** A session bean with a timer of the container, and with one limit on all. */
@Singleton
@RateLimiter(permits = 1, period = "1s")
@Interceptors(TimeoutOutcomes.class)
public class TimedTicker {
    /** How many timeouts have run. */
    static final AtomicInteger RUN = new AtomicInteger();

    @SuppressWarnings("UnusedMethod") // the container calls it
    @Schedule(hour = "*", minute = "*", second = "*", persistent = false)
    private void tick() {
        RUN.incrementAndGet();
    }
}
