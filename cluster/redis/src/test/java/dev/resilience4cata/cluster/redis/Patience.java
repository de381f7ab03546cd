// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another process does, for a bounded time. */
final class Patience {

    private Patience() {}

    /** Asks again and again, and fails if it does not come true. */
    static void until(String what, Duration longest, Callable<Boolean> isTrue) throws Exception {
        long start = System.nanoTime();
        while (!isTrue.call()) {
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("how long %s takes", what)
                    .isLessThan(longest);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }
}
