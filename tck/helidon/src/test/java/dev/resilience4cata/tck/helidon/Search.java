// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A resource with limits. Called by the container. */
@Path("search")
@RequestScoped
public class Search {
    /** Passes two calls, and one more every half second. */
    @GET
    @RateLimiter(permits = 2, period = "1s")
    public String search() {
        return "results";
    }

    /** Passes one call; the next one may wait. */
    @GET
    @Path("later")
    @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
    public CompletionStage<String> searchLater() {
        return CompletableFuture.completedFuture("late results");
    }
}
