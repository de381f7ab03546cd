// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;

/** A bean in the libraries that web applications share. */
@ApplicationScoped
public class SharedLedger {
    /** Passes five calls an hour. */
    @RateLimiter(name = "same", permits = 5, period = "1h")
    public void write() {}
}
