// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.interceptor.Interceptors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A session bean with timers that it makes itself. Called by the container. */
@Stateless
@Interceptors(TimeoutOutcomes.class)
public class TimedReminder {
    /** What the timeouts that have run were about. */
    static final List<String> RUN = Collections.synchronizedList(new ArrayList<>());

    @Resource TimerService timers;

    /** Has a timeout at once. */
    public void remind(String of) {
        timers.createSingleActionTimer(0, new TimerConfig(of, false));
    }

    @SuppressWarnings("UnusedMethod") // the container calls it
    @Timeout
    @RateLimiter(name = "reminder", permits = 1, period = "1s")
    private void timeout(Timer timer) {
        RUN.add((String) timer.getInfo());
    }
}
