// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Singleton;

/** A singleton session bean with an annotation on its class. Called by the container. */
@Singleton
@RateLimiter(permits = 3, period = "1s")
public class SingletonCounter {
    private int calls;

    /** Passes three calls. */
    public int count() {
        return ++calls;
    }

    /** Passes one call. */
    @RateLimiter(permits = 1, period = "1s")
    public int countSlowly() {
        return ++calls;
    }
}
