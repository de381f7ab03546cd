// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;
import java.util.concurrent.atomic.AtomicInteger;

/** A session bean that is called by its remote view. Called by the container. */
@Stateless
@RateLimiter(permits = 2, period = "1s")
public class RemoteOrdersBean implements RemoteOrders {
    private static final AtomicInteger PLACED = new AtomicInteger();

    @Override
    public String order(String what) {
        PLACED.incrementAndGet();
        return "ordered " + what;
    }

    @Override
    @RateLimiter(enabled = "false")
    public int placed() {
        return PLACED.get();
    }
}
