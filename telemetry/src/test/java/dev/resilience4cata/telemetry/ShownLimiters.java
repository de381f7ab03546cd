// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.Map;

/** Limiters to look at: "mail" is enforced, "trial" in shadow mode. */
abstract class ShownLimiters {

    final ManualClock clock = new ManualClock();

    final ResilienceRegistry registry(RateLimiterMetrics metrics) {
        return ResilienceRegistry.builder()
                .clock(clock)
                .listener(metrics)
                .properties(
                        Map.of("resilience4cata.instances.trial.rateLimiter.shadow", "true")::get)
                .build();
    }

    static RateLimiterPolicy mail(ResilienceRegistry registry) {
        return registry.rateLimiterPolicy(
                "mail", "", "", b -> b.permits(2).period(ofSeconds(1)).maxWait(ofMillis(600)));
    }
}
