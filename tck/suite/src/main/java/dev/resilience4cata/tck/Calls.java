// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import java.time.Duration;

/** Makes calls of limited methods. */
final class Calls {
    private static final int MANY = 1_000;

    private Calls() {}

    /**
     * Lets a day go by, then returns how many calls pass before one is rejected. Every test
     * prepares its limiters itself: Arquillian runs no {@code @BeforeEach} method where the test
     * and the container share a JVM.
     */
    static int burst(ManualClock clock, Runnable call) {
        clock.advance(Duration.ofDays(1));
        return untilRejected(call);
    }

    /** Returns how many calls pass before one is rejected. */
    static int untilRejected(Runnable call) {
        for (int passed = 0; passed < MANY; passed++) {
            if (isRejected(call)) {
                return passed;
            }
        }
        throw new AssertionError("none of " + MANY + " calls was rejected");
    }

    /** Calls once and returns whether the call was rejected. */
    static boolean isRejected(Runnable call) {
        try {
            call.run();
            return false;
        } catch (RateLimitExceededException e) {
            return true;
        }
    }

    /** Calls often; fails if a call is rejected. */
    static void pass(Runnable call) {
        for (int i = 0; i < MANY; i++) {
            call.run();
        }
    }
}
