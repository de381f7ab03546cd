// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus.shop;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.cdi.Limiter;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jboss.resteasy.reactive.server.UnwrapException;

/** A resource with limits of each kind. Safe for use by several threads. */
@Path("shop")
public class Shop {
    @Inject
    @Limiter("both")
    RateLimiterHandle both;

    /** Synchronous: on a worker thread. */
    @GET
    @Path("orders")
    @RateLimiter(name = "orders")
    public String orders() {
        return "orders";
    }

    /** Synchronous, but on an event loop. */
    @GET
    @Path("prices")
    @NonBlocking
    @RateLimiter(permits = 1, period = "1h", maxWait = "2h")
    public String prices() {
        return Thread.currentThread().getName();
    }

    /** Asynchronous. */
    @GET
    @Path("offers")
    @RateLimiter(permits = 100, period = "1s", burst = 1, maxWait = "30s")
    public CompletionStage<String> offers() {
        return CompletableFuture.completedFuture("offers");
    }

    /** Looks for a mapper for the cause. */
    @UnwrapException({CompletionException.class, ExecutionException.class})
    public static class Wrapped {}

    /** Waits for a stage that is rejected. */
    @GET
    @Path("wrapped")
    public String wrapped() {
        return CompletableFuture.<String>failedFuture(new RateLimitExceededException("made here"))
                .join();
    }

    /** A limit that comes from the environment. */
    @GET
    @Path("permits")
    public String permits() {
        return String.valueOf(both.snapshot().permits());
    }

    /** Has that limit. */
    @RateLimiter(name = "both")
    public void both() {}
}
