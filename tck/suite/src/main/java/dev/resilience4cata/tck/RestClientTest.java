// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** MicroProfile Rest Client interfaces (situation 53), whose implementation is the server's. */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
@SuppressWarnings("FutureReturnValueIgnored") // some calls are there only to take a permit
class RestClientTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Answering.class,
                Catalogue.class,
                Prices.class);
    }

    /** Called by the container. Answers without a network. */
    public static class Answering implements ClientRequestFilter {
        @Override
        public void filter(ClientRequestContext request) {
            request.abortWith(Response.ok("answer").build());
        }
    }

    /** A client with limits on its methods. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @RegisterProvider(Answering.class)
    @Path("catalogue")
    public interface Catalogue {
        /** Passes two calls. */
        @GET
        @RateLimiter(permits = 2, period = "1s")
        String find();

        /** Passes one call; the next may wait for a second. */
        @GET
        @Path("later")
        @RateLimiter(name = "later", permits = 1, period = "1s", maxWait = "1s")
        CompletionStage<String> findLater();

        /** Passes every call. */
        @GET
        @Path("free")
        String free();
    }

    /** A client with a limit on its type. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @RegisterProvider(Answering.class)
    @Path("prices")
    @RateLimiter(permits = 3, period = "1s")
    public interface Prices {
        /** Passes three calls. */
        @GET
        String read();
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject @RestClient Catalogue catalogue;
    @Inject @RestClient Prices prices;

    /** Known from the deployment on, under the names of the interfaces. */
    @Test
    void hasALimiterForEachMethod() {
        assertEquals(
                List.of(
                        Catalogue.class.getName() + "#find()",
                        Prices.class.getName() + "#read()",
                        "later"),
                LimiterIds.of(registry));
    }

    /** S20: "One call costs one permit on every route". */
    @Test
    void limitsEachCallOnce() {
        assertEquals("answer", catalogue.find());
        assertEquals(2, Calls.burst(clock, catalogue::find));
        assertEquals(3, Calls.burst(clock, prices::read));
        Calls.pass(catalogue::free);
    }

    /** S26: a wait "is synchronous on the caller's thread"; S15: a rejection is a failed stage. */
    @Test
    void waitsOnTheThreadOfTheCaller() throws Exception {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        catalogue.findLater();
        CompletionStage<String> waited = catalogue.findLater();

        assertEquals(1_000_000_000, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
        assertEquals("answer", waited.toCompletableFuture().get(30, TimeUnit.SECONDS));

        registry.rateLimiter("later").reconfigure(config -> config.maxWait(Duration.ZERO));
        try {
            ExecutionException failure =
                    assertThrows(
                            ExecutionException.class,
                            () ->
                                    catalogue
                                            .findLater()
                                            .toCompletableFuture()
                                            .get(30, TimeUnit.SECONDS));
            assertInstanceOf(RateLimitExceededException.class, failure.getCause());
        } finally {
            registry.rateLimiter("later")
                    .reconfigure(config -> config.maxWait(Duration.ofSeconds(1)));
        }
    }
}
