// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/**
 * Exchange rates of a service with a free plan. The operator has bought a larger plan: {@code
 * microprofile-config.properties} sets {@code permits} to 20.
 */
@ApplicationScoped
public class ExchangeRates {

    /** What one euro buys; stands for the remote service. */
    private static final Map<String, Double> PER_EURO =
            Map.of("CHF", 0.94, "GBP", 0.86, "JPY", 163.0, "USD", 1.08);

    @RateLimiter(name = "exchange-rates", permits = 2, period = "1s")
    public Map<String, Double> perEuro() {
        return PER_EURO;
    }
}
