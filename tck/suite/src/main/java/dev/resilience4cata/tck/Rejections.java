// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the rejections of an application, and does what a test wants to happen at one. */
@ApplicationScoped
class Rejections implements RateLimiterListener {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Map<String, Runnable> reactions = new ConcurrentHashMap<>();

    @Override
    public void onRejected(RateLimiterRejected event) {
        counts.merge(event.instance(), 1, Integer::sum);
        reactions.getOrDefault(event.instance(), () -> {}).run();
    }

    /** How many calls of a limiter were rejected so far. */
    int of(String limiter) {
        return counts.getOrDefault(limiter, 0);
    }

    /** What to do whenever this limiter rejects a call. */
    void at(String limiter, Runnable reaction) {
        reactions.put(limiter, reaction);
    }
}
