// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Called by the container. A resource that is an enterprise bean itself. */
@Path("limited")
@Stateless
public class StatelessResource {
    /** Passes a call. */
    @GET
    @RateLimiter(permits = 1, period = "90s")
    public String get() {
        return "passed";
    }
}
