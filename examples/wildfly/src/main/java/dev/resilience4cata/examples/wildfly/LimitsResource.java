// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** {@code GET /limits}: every limiter of the application, as it is now. */
@Path("limits")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class LimitsResource {

    @Inject ResilienceRegistry registry;

    @GET
    public List<RateLimiterSnapshot> all() {
        return registry.snapshot().rateLimiters();
    }
}
