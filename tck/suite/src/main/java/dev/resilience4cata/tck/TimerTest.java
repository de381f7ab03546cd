// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Timers of session beans (S27, situation 45). */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class TimerTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                LimiterIds.class,
                TimeoutOutcomes.class,
                TimedReminder.class,
                TimedPatience.class,
                TimedTicker.class,
                Heard.class);
    }

    /** Hears of rejections as a listener, and as an observer. */
    @ApplicationScoped
    static class Heard implements RateLimiterListener {
        private final List<String> ids = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void onRejected(RateLimiterRejected event) {
            ids.add("listener: " + event.instance());
        }

        void observe(@Observes RateLimiterRejected event) {
            ids.add("observer: " + event.instance());
        }

        List<String> of(String id) {
            return ids.stream().filter(each -> each.endsWith(": " + id)).sorted().toList();
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Heard heard;
    @EJB TimedReminder reminder;
    @EJB TimedPatience patience;

    /** S29: a private timeout method can be limited, and its limiter is there from the start. */
    @Test
    void hasALimiterForEachTimeoutMethod() {
        assertEquals(
                List.of(TimedTicker.class.getName() + "#tick()", "patience", "reminder"),
                LimiterIds.of(registry));
    }

    /**
     * S27: "a rejected timeout is skipped: the method does not run, nothing is thrown …, the
     * rejection is published".
     */
    @Test
    void skipsARejectedTimeout() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        reminder.remind("first");
        assertEquals("returned", TimeoutOutcomes.next(TimedReminder.class));
        assertEquals(List.of(), heard.of("reminder"));

        reminder.remind("second");
        assertEquals("returned", TimeoutOutcomes.next(TimedReminder.class));
        assertEquals(List.of("first"), TimedReminder.RUN);
        assertEquals(List.of("listener: reminder", "observer: reminder"), heard.of("reminder"));

        clock.advance(Duration.ofSeconds(1));
        reminder.remind("third");
        assertEquals("returned", TimeoutOutcomes.next(TimedReminder.class));
        assertEquals(List.of("first", "third"), TimedReminder.RUN);
    }

    /** S27 with S26: a timeout waits on the thread of the container. */
    @Test
    void waitsForAPermitOnTheThreadOfTheContainer() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        patience.start();
        assertEquals("returned", TimeoutOutcomes.next(TimedPatience.class));
        long before = clock.nanoTime();
        patience.start();
        assertEquals("returned", TimeoutOutcomes.next(TimedPatience.class));

        assertEquals(1_000_000_000, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
        assertEquals(2, TimedPatience.RUN.size());
        assertNotSame(Thread.currentThread(), TimedPatience.RUN.get(1));
    }

    /** S27 for a timer of the container, whose method is limited by the annotation of its class. */
    @Test
    void skipsARejectedTimeoutOfASchedule() throws InterruptedException {
        String id = TimedTicker.class.getName() + "#tick()";
        TimeoutOutcomes.forget(TimedTicker.class);
        int before = TimedTicker.RUN.get();
        clock.advance(Duration.ofDays(1));
        for (int i = 0; i < 4; i++) {
            assertEquals("returned", TimeoutOutcomes.next(TimedTicker.class));
        }

        int run = TimedTicker.RUN.get() - before;
        assertTrue(
                run == 1 || run == 2, () -> run + " of 4"); // one may come before the clock moves
        assertFalse(heard.of(id).isEmpty(), () -> "no rejection of " + id);
    }
}
