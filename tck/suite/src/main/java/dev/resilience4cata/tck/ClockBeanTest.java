// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** api.md: a bean of type Clock is the clock of the application's limiters. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class ClockBeanTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.instances.by property.rateLimiter.enabled = false"
                        .replace(" p", "\\ p"),
                Calls.class,
                Counting.class,
                Limited.class);
    }

    /** A clock of the application's own; the container makes a proxy of it. */
    @ApplicationScoped
    static class Counting implements Clock {
        private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 1_000);
        private int reads;

        @Override
        public long nanoTime() {
            reads++;
            return clock.nanoTime();
        }

        @Override
        public void parkUntil(Object blocker, long deadlineNanos) {
            clock.parkUntil(blocker, deadlineNanos);
        }

        @Override
        public Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
            return clock.schedule(task, deadlineNanos, timer);
        }

        void advance(Duration by) {
            clock.advance(by);
        }

        int reads() {
            return reads;
        }
    }

    @ApplicationScoped
    static class Limited {
        @RateLimiter(permits = 3, period = "3s")
        void call() {}

        @RateLimiter(permits = 1, enabled = "false")
        void disabled() {}

        @RateLimiter(name = "by property", permits = 1)
        void disabledByProperty() {}
    }

    @Inject Counting clock;
    @Inject ResilienceRegistry registry;
    @Inject Limited limited;

    /** S5: "Any origin works, the wrap included" (C03); permits come back when the clock says. */
    @Test
    void limitsByTheClockOfTheApplication() {
        clock.advance(Duration.ofDays(1));
        assertEquals(3, Calls.untilRejected(limited::call));
        clock.advance(Duration.ofSeconds(1));
        assertEquals(1, Calls.untilRejected(limited::call));
    }

    /** S5: the time is "read once per call". */
    @Test
    void readsTheClockOncePerCall() {
        clock.advance(Duration.ofDays(1));
        limited.call();
        int before = clock.reads();

        limited.call();
        limited.call();
        Calls.isRejected(limited::call);

        assertEquals(before + 3, clock.reads());
    }

    /** S9: "every call passes, no state is touched, the clock is not read" (C26). */
    @Test
    void doesNotReadTheClockWhenDisabled() {
        limited.disabled();
        limited.disabledByProperty();
        int before = clock.reads();

        Calls.pass(limited::disabled);
        Calls.pass(limited::disabledByProperty);

        assertEquals(before, clock.reads());
        assertEquals(1, registry.rateLimiter("by property").availablePermits());
    }
}
