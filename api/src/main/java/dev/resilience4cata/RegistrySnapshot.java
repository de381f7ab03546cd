// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.util.List;

/**
 * What a registry holds at one moment. Immutable, so safe to share between threads.
 *
 * @param rateLimiters the limiters, sorted by instance id
 */
public record RegistrySnapshot(List<RateLimiterSnapshot> rateLimiters) {

    /**
     * Copies the list.
     *
     * @param rateLimiters the limiters, sorted by instance id
     */
    public RegistrySnapshot {
        rateLimiters = List.copyOf(rateLimiters);
    }
}
