// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateful;

/** A stateful session bean. Called by the container. */
@Stateful
public class StatefulCart {
    private int items;

    /** Passes two calls. */
    @RateLimiter(name = "stateful", permits = 2, period = "1s")
    public int add() {
        return ++items;
    }

    /** The calls of {@link #add()} that have passed on this instance. */
    public int items() {
        return items;
    }
}
