// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a clock that only tells the time inherits. */
@Timeout(60)
class ClockTest {

    private final Clock clock = System::nanoTime;

    @Test
    void parksUntilTheDeadline() {
        long deadline = System.nanoTime() + 20_000_000;
        while (System.nanoTime() - deadline < 0) {
            clock.parkUntil(this, deadline);
        }
        clock.parkUntil(this, deadline); // over: returns at once, also for a deadline long ago
        clock.parkUntil(this, deadline - Long.MAX_VALUE / 2);
    }

    @Test
    void anUnparkOrAnInterruptEndsThePark() {
        long inAnHour = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
        LockSupport.unpark(Thread.currentThread());
        clock.parkUntil(this, inAnHour);
        Thread.currentThread().interrupt();
        clock.parkUntil(this, inAnHour);
        assertThat(Thread.interrupted()).as("flag after the park").isTrue();
    }

    @Test
    void schedulesOnTheTimerNotBeforeTheDeadline() throws Exception {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        try {
            CompletableFuture<Long> started = new CompletableFuture<>();
            long deadline = System.nanoTime() + 20_000_000;
            Future<?> task =
                    clock.schedule(
                            () -> started.complete(System.nanoTime()), deadline, timer(executor));
            assertThat(started.get() - deadline).isNotNegative();
            assertThat(task.get()).isNull();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void passesOnThatTheTimerRefuses() {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        executor.shutdown();
        assertThatThrownBy(() -> clock.schedule(() -> {}, System.nanoTime(), timer(executor)))
                .isInstanceOf(RejectedExecutionException.class);
    }

    private static Clock.Timer timer(ScheduledExecutorService executor) {
        return (task, delayNanos) -> executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }
}
