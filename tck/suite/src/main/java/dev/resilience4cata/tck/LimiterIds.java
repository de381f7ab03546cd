// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import java.util.List;

/** The limiters that an application has. */
final class LimiterIds {
    private LimiterIds() {}

    /** All ids, sorted as the snapshot is. */
    static List<String> of(ResilienceRegistry registry) {
        return registry.snapshot().rateLimiters().stream()
                .map(RateLimiterSnapshot::instance)
                .toList();
    }
}
