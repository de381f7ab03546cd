// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.interceptor.Interceptors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A session bean with timers that wait for their permits. Called by the container. */
@Stateless
@Interceptors(TimeoutOutcomes.class)
public class TimedPatience {
    /** The threads that the timeouts have run on. */
    static final List<Thread> RUN = Collections.synchronizedList(new ArrayList<>());

    @Resource TimerService timers;

    /** Has a timeout at once. */
    public void start() {
        timers.createSingleActionTimer(0, new TimerConfig(null, false));
    }

    @Timeout
    @RateLimiter(name = "patience", permits = 1, period = "1s", maxWait = "5s")
    void timeout() {
        RUN.add(Thread.currentThread());
    }
}
