// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.Timeout;

/** Methods that have a policy of Fault Tolerance, and let calls wait longer than any test runs. */
@ApplicationScoped
class GuardedWaits {
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    int calls() {
        return calls.get();
    }

    @Timeout(50)
    @RateLimiter(name = "timed", permits = 1, period = "1h", maxWait = "2h")
    void timed() {
        calls.incrementAndGet();
    }

    @Bulkhead(1)
    @RateLimiter(name = "crowded", permits = 1, period = "1h", maxWait = "2h")
    void crowded() {
        calls.incrementAndGet();
    }

    /** Has no limiter, and ends by its timeout, which is longer than that of the other method. */
    @Timeout(60)
    void endless() throws InterruptedException {
        never.await();
    }
}
