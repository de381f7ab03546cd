// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.AccessTimeout;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;

/** A singleton that the container locks. Called by the container. */
@Singleton
public class LockedLedger {
    /** Passes one call; others wait for up to two hours, with the lock of all. */
    @RateLimiter(name = "write", permits = 1, period = "1h", maxWait = "2h")
    public void write() {}

    /** As above, with a lock that others share. */
    @Lock(LockType.READ)
    @RateLimiter(name = "read", permits = 1, period = "1h", maxWait = "2h")
    public void read() {}

    /** Waits for no lock. */
    @Lock(LockType.READ)
    @AccessTimeout(0)
    public void look() {}
}
