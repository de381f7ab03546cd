// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.Clock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import java.util.function.Consumer;

/** Limiters as a user gets them, each in a registry of its own. */
final class Limiters {

    private Limiters() {}

    static RateLimiterHandle with(Clock clock, Consumer<RateLimiterConfig.Builder> attributes) {
        return in(ResilienceRegistry.builder().clock(clock).build(), attributes);
    }

    static RateLimiterHandle in(
            ResilienceRegistry registry, Consumer<RateLimiterConfig.Builder> attributes) {
        registry.rateLimiterPolicy("limiter", "", "", attributes);
        return registry.rateLimiter("limiter");
    }

    /** Calls until one is rejected, with a clock that stands still; the number that passed. */
    static long drain(RateLimiterHandle limiter) {
        long passed = 0;
        while (limiter.tryAcquire()) {
            passed++;
        }
        return passed;
    }
}
