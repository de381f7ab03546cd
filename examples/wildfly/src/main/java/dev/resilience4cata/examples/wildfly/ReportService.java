// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Makes a report that is expensive in production, hence one a minute. {@code
 * microprofile-config.properties} switches this limiter off.
 */
@ApplicationScoped
public class ReportService {

    @Inject Outbox outbox;

    @RateLimiter(name = "report", permits = 1, period = "1m")
    public String today() {
        return "Mails sent: " + outbox.delivered() + "\n";
    }
}
