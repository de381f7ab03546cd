// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.wildfly;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.Stateful;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.concurrent.CountDownLatch;

/** A stateful session bean that says when it is passivated. Called by the container. */
@Stateful
@SuppressWarnings("serial") // the container injects what can be passivated
public class PassivatedCart implements Serializable {
    static final CountDownLatch PASSIVATED = new CountDownLatch(1);
    static final CountDownLatch ACTIVATED = new CountDownLatch(1);

    private static final long serialVersionUID = 1L;

    @Inject private ResilienceRegistry registry;
    private int items;

    @PrePassivate
    void passivate() {
        PASSIVATED.countDown();
    }

    @PostActivate
    void activate() {
        ACTIVATED.countDown();
    }

    /** Passes three calls an hour, on all instances together. */
    @RateLimiter(name = "cart", permits = 3, period = "1h")
    public int add() {
        return ++items;
    }

    /** The calls that would pass now. */
    public int left() {
        RateLimiterHandle cart = registry.rateLimiter("cart");
        return cart.availablePermits();
    }
}
