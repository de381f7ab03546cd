// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Synchronous calls that wait, on a clock that a waiting call moves (S25). */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class WaitingTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, Calls.class, Patient.class);
    }

    @ApplicationScoped
    static class Patient {
        int calls;

        @RateLimiter(name = "exact", permits = 1, period = "1s", maxWait = "1s")
        void exact() {
            calls++;
        }

        @RateLimiter(name = "short", permits = 1, period = "1s", maxWait = "999999999ns")
        void tooShort() {
            calls++;
        }

        @RateLimiter(name = "for ever", permits = 1, period = "20s", maxWait = "106751992d")
        void forEver() {
            calls++;
        }

        @RateLimiter(name = "spaced", permits = 10, period = "1s", burst = 1, maxWait = "1m")
        void spaced() {
            calls++;
        }

        int calls() {
            return calls;
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Patient patient;

    private long nanosOf(Runnable call) {
        long start = clock.nanoTime();
        call.run();
        return clock.nanoTime() - start;
    }

    /** S1: "0 < wait ≤ maxWait reserves the slot and waits until due" (situation 61, C14). */
    @Test
    void waitsUntilThePermitIsDue() {
        clock.advance(Duration.ofDays(1));
        assertEquals(0, nanosOf(patient::exact));
        assertEquals(1_000_000_000, nanosOf(patient::exact));

        clock.advance(Duration.ofMillis(400));
        assertEquals(600_000_000, nanosOf(patient::exact));
    }

    /**
     * S1: "wait > maxWait rejects at once, without sleeping at all, and changes nothing" (situation
     * 61, C14).
     */
    @Test
    void rejectsAtOnceWhatWouldWaitTooLong() {
        clock.advance(Duration.ofDays(1));
        patient.tooShort();
        long before = clock.nanoTime();
        int calls = patient.calls();

        assertTrue(Calls.isRejected(patient::tooShort));

        assertEquals(before, clock.nanoTime());
        assertEquals(calls, patient.calls());
        clock.advance(Duration.ofNanos(1));
        assertEquals(999_999_999, nanosOf(patient::tooShort));
    }

    /** S7: "maxWait beyond what fits saturates" (C06). */
    @Test
    void waitsForEverIfToldTo() {
        clock.advance(Duration.ofDays(1));
        patient.forEver();

        assertEquals(20_000_000_000L, nanosOf(patient::forEver));
    }

    /** api.md: "1: strictly even spacing". */
    @Test
    void spacesCallsEvenlyWithABurstOfOne() {
        clock.advance(Duration.ofDays(1));
        assertEquals(0, nanosOf(patient::spaced));
        for (int i = 0; i < 20; i++) {
            assertEquals(100_000_000, nanosOf(patient::spaced));
        }
    }

    /**
     * S11: "about to wait with the flag set: rejected, flag set again, permit given back" (C16).
     */
    @Test
    void rejectsAnInterruptedThreadThatWouldWait() {
        clock.advance(Duration.ofDays(1));
        patient.exact();
        RateLimiterHandle limiter = registry.rateLimiter("exact");
        Duration before = limiter.timeToNextPermit();

        boolean rejected;
        boolean interrupted;
        Thread.currentThread().interrupt();
        try {
            rejected = Calls.isRejected(patient::exact);
        } finally {
            interrupted = Thread.interrupted();
        }

        assertTrue(rejected);
        assertTrue(interrupted);
        assertEquals(before, limiter.timeToNextPermit());
    }

    /** S11: "With the flag set and a permit free: the method runs, the flag stays set" (C16). */
    @Test
    void runsTheCallOfAnInterruptedThreadThatNeedNotWait() {
        clock.advance(Duration.ofDays(1));
        int calls = patient.calls();

        boolean interrupted;
        Thread.currentThread().interrupt();
        try {
            patient.exact();
        } finally {
            interrupted = Thread.interrupted();
        }

        assertTrue(interrupted);
        assertEquals(calls + 1, patient.calls());
    }
}
