// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.Serializable;
import java.net.CookieManager;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** REST resources that are beans, and a session, over HTTP. */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class RestResourceTest {
    private static final String A_DAY = "86400000";

    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Rest.class,
                Search.class,
                Basket.class,
                Library.class,
                Shelf.class,
                Catalogue.class,
                CatalogueResource.class,
                Time.class,
                TooManyRequests.class);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("search")
    @RequestScoped
    public static class Search {
        @Inject Basket basket;
        @Context HttpServletRequest request;

        /** Passes three calls, and one more each second. */
        @GET
        @RateLimiter(permits = 3, period = "3s")
        public String search(@QueryParam("q") String query) {
            return "results for " + query;
        }

        /** Passes one call, and one more each second. */
        @GET
        @Path("async")
        @RateLimiter(permits = 1, period = "1s")
        public CompletionStage<String> searchLater(@QueryParam("q") String query) {
            return CompletableFuture.completedFuture("results for " + query);
        }

        /** Adds to the basket of the session. */
        @GET
        @Path("basket")
        public String add() {
            request.getSession(true);
            return "items: " + basket.add();
        }
    }

    /** A bean of a passivating scope. */
    @SessionScoped
    static class Basket implements Serializable {
        private static final long serialVersionUID = 1L;

        private int items;

        @RateLimiter(name = "basket", permits = 3, period = "3s")
        int add() {
            return ++items;
        }
    }

    /** Called by the container. */
    @Path("library")
    @RequestScoped
    public static class Library {
        @Inject Shelf shelf;

        /** The bean. */
        @Path("bean")
        public Shelf bean() {
            return shelf;
        }

        /** No bean. */
        @Path("new")
        public Shelf made() {
            return new Shelf();
        }
    }

    /** Called by the container. */
    @Dependent
    public static class Shelf {
        /** Passes two calls. */
        @GET
        @RateLimiter(name = "shelf", permits = 2, period = "1s")
        public String read() {
            return "a book";
        }
    }

    /** What a resource is for. */
    public interface Catalogue {
        /** Passes two calls. */
        @GET
        @RateLimiter(name = "catalogue", permits = 2, period = "1s")
        String read();
    }

    /** Called by the container. */
    @Path("catalogue")
    @ApplicationScoped
    public static class CatalogueResource implements Catalogue {
        @Override
        public String read() {
            return "an entry";
        }
    }

    /** Called by the container. Moves the clock of the application. */
    @Path("clock")
    @RequestScoped
    public static class Time {
        @Inject ManualClock clock;

        /** Moves the clock. */
        @POST
        public void advance(@QueryParam("millis") long millis) {
            clock.advance(Duration.ofMillis(millis));
        }
    }

    /** Called by the container. */
    @Provider
    public static class TooManyRequests implements ExceptionMapper<RateLimitExceededException> {
        @Override
        public Response toResponse(RateLimitExceededException rejection) {
            return Response.status(429).entity(rejection.instanceId()).build();
        }
    }

    @ArquillianResource URL base;

    private final HttpClient client = newClient();

    private static HttpClient newClient() {
        return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    }

    private String get(HttpClient caller, String path) throws IOException, InterruptedException {
        HttpResponse<String> response =
                caller.send(
                        HttpRequest.newBuilder(URI.create(base + "rest/" + path)).build(),
                        HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private void advance(String millis) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(
                        HttpRequest.newBuilder(URI.create(base + "rest/clock?millis=" + millis))
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertEquals(204, response.statusCode());
    }

    /**
     * S20: a request costs one permit; a new instance of the resource serves each (situation 50).
     */
    @Test
    void limitsRequests() throws Exception {
        String rejected = "429 " + Search.class.getName() + "#search(java.lang.String)";
        advance(A_DAY);
        for (int i = 0; i < 3; i++) {
            assertEquals("200 results for " + i, get(client, "search?q=" + i));
        }
        assertEquals(rejected, get(client, "search?q=3"));

        advance("999");
        assertEquals(rejected, get(client, "search?q=4"));
        advance("1");
        assertEquals("200 results for 5", get(client, "search?q=5"));
        assertEquals(rejected, get(client, "search?q=6"));
    }

    /**
     * S15: the rejection is a failed stage, which the server maps like an exception (situation 50).
     */
    @Test
    void limitsRequestsThatAreAnsweredLater() throws Exception {
        advance(A_DAY);
        assertEquals("200 results for a", get(client, "search/async?q=a"));
        assertEquals(
                "429 " + Search.class.getName() + "#searchLater(java.lang.String)",
                get(client, "search/async?q=b"));
    }

    /** Situation 51: what a locator has from CDI is limited. */
    @Test
    void limitsASubResourceThatIsABean() throws Exception {
        advance(A_DAY);
        assertEquals("200 a book", get(client, "library/bean"));
        assertEquals("200 a book", get(client, "library/bean"));
        assertEquals("429 shelf", get(client, "library/bean"));
    }

    /** Situation 51: what a locator makes is not. */
    @Test
    void doesNotLimitASubResourceThatALocatorMakes() throws Exception {
        advance(A_DAY);
        for (int i = 0; i < 5; i++) {
            assertEquals("200 a book", get(client, "library/new"));
        }
        assertEquals("200 a book", get(client, "library/bean"));
    }

    /** The annotations of REST and of the limit stand on an interface (situations 6 and 50). */
    @Test
    void limitsAResourceByItsInterface() throws Exception {
        advance(A_DAY);
        assertEquals("200 an entry", get(client, "catalogue"));
        assertEquals("200 an entry", get(client, "catalogue"));
        assertEquals("429 catalogue", get(client, "catalogue"));
    }

    /** C35, C36: sessions have an instance each, and one limiter together. */
    @Test
    void limitsABeanOfAllSessionsTogether() throws Exception {
        advance(A_DAY);
        HttpClient other = newClient();
        assertEquals("200 items: 1", get(client, "search/basket"));
        assertEquals("200 items: 2", get(client, "search/basket"));
        assertEquals("200 items: 1", get(other, "search/basket"));
        assertEquals("429 basket", get(other, "search/basket"));
        assertEquals("429 basket", get(client, "search/basket"));

        advance("1000");
        assertEquals("200 items: 3", get(client, "search/basket"));
    }
}
