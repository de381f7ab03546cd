// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

    /** Fails as a thread does that waits for a rejected stage. */
    @GET
    @Path("wrapped")
    public String wrapped() {
        throw new CompletionException(new RateLimitExceededException("made here"));
    }

    /** Fails likewise, for another reason. */
    @GET
    @Path("broken")
    public String broken() {
        throw new CompletionException(new IllegalStateException("broken"));
    }

    /** Fails for that reason. */
    @GET
    @Path("broken/by/itself")
    public String brokenByItself() {
        throw new IllegalStateException("broken");
    }

    /** Answers as a remote API with a limit. */
    @GET
    @Path("remote")
    public Response remote() {
        return Response.status(429).header(HttpHeaders.RETRY_AFTER, 30).build();
    }
}
