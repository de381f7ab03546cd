// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.rest.RemoteLimit;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.eclipse.microprofile.rest.client.inject.RestClient;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that obey what a remote API says of its limit. The clock stands still. */
@Tag("rest")
@ExtendWith(ArquillianExtension.class)
class RestRemoteLimitTest {
    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.withRest(
                Archives.war(
                        "resilience4cata.rest.longestPause = 2h\n",
                        TestClock.class,
                        Rest.class,
                        Remote.class,
                        Gateway.class,
                        Office.class,
                        ToThisServer.class,
                        MailLimit.class,
                        Geocoding.class,
                        Weather.class,
                        Mail.class));
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. The remote API, which says of its limit what it is asked to. */
    @Path("remote")
    @RequestScoped
    public static class Remote {
        /** Answers "status/Retry-After/RateLimit". */
        @GET
        public Response get(@QueryParam("q") String answer) {
            String[] parts = answer.split("/", 3);
            Response.ResponseBuilder response =
                    Response.status(Integer.parseInt(parts[0])).entity("answer");
            if (!parts[1].isEmpty()) {
                response.header("Retry-After", parts[1]);
            }
            if (!parts[2].isEmpty()) {
                response.header("RateLimit", parts[2]);
            }
            return response.build();
        }
    }

    /** Called by the container. Where the clients go is known with the first request only. */
    public static class ToThisServer implements ClientRequestFilter {
        static final AtomicReference<URI> HERE = new AtomicReference<>();

        @Override
        public void filter(ClientRequestContext request) {
            request.setUri(
                    UriBuilder.fromUri(HERE.get())
                            .path("remote")
                            .replaceQuery(request.getUri().getRawQuery())
                            .build());
        }
    }

    /** A client with a limit. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @RegisterProvider(ToThisServer.class)
    @RegisterProvider(RemoteLimit.class)
    @Path("geocode")
    public interface Geocoding {
        @GET
        @RateLimiter(name = "geocoding", permits = 10, period = "1s")
        String find(@QueryParam("q") String address);
    }

    /** Another, with methods that differ. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @RegisterProvider(ToThisServer.class)
    @RegisterProvider(RemoteLimit.class)
    @Path("weather")
    public interface Weather {
        /** Has a limiter without a name. */
        @GET
        @RateLimiter(permits = 10, period = "1s")
        String now(@QueryParam("q") String place);

        /** Has one for each place. */
        @GET
        @Path("alert")
        @RateLimiter(name = "alert", permits = 10, period = "1s")
        String alert(@QueryParam("q") @RateLimitKey String place);

        /** Has none. */
        @GET
        @Path("map")
        String map(@QueryParam("q") String place);
    }

    /** A client whose limit is that of the bean that calls it. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @RegisterProvider(ToThisServer.class)
    @RegisterProvider(MailLimit.class)
    @Path("mail")
    public interface Mail {
        @GET
        String send(@QueryParam("q") String message);
    }

    /** Called by the container. */
    public static class MailLimit extends RemoteLimit {
        public MailLimit() {
            super("mail");
        }
    }

    /** Calls remote APIs. */
    @ApplicationScoped
    public static class Office {
        @Inject @RestClient Mail mail;
        @Inject ResilienceRegistry registry;

        /** Asks by an interface. */
        @RateLimiter(name = "mail", permits = 10, period = "1s")
        public String send(String message) {
            return mail.send(message);
        }

        /** Asks by a client without an interface. */
        @RateLimiter(name = "tiles", permits = 10, period = "1s")
        public String tiles(String query) {
            try (Client client = ClientBuilder.newClient()) {
                client.register(new RemoteLimit(registry.rateLimiter("tiles")));
                return answer(query, client);
            }
        }

        /** Has an answer when the limiter has ended. */
        public String late(String query) {
            ResilienceRegistry ended = ResilienceRegistry.builder().build();
            Pipeline.builder(ended, "late", String.class)
                    .rateLimiter(limit -> limit.permits(1).period(Duration.ofHours(1)))
                    .build();
            RateLimiterHandle limiter = ended.rateLimiter("late");
            ended.close();
            try (Client client = ClientBuilder.newClient()) {
                client.register(new RemoteLimit(limiter));
                return answer(query, client);
            }
        }

        private static String answer(String query, Client client) {
            URI answering =
                    UriBuilder.fromUri(ToThisServer.HERE.get())
                            .path("remote")
                            .queryParam("q", "{answer}")
                            .build(query);
            return client.target(answering).request().get(String.class);
        }
    }

    /** Called by the container. Says what came of a call, and when the next one passes. */
    @Path("gateway")
    @RequestScoped
    public static class Gateway {
        @Inject @RestClient Geocoding geocoding;
        @Inject @RestClient Weather weather;
        @Inject Office office;
        @Inject ResilienceRegistry registry;

        /** Makes a call. */
        @GET
        public String call(
                @Context UriInfo uri, @QueryParam("by") String by, @QueryParam("q") String query) {
            ToThisServer.HERE.set(uri.getBaseUri());
            return switch (by) {
                case "geocoding" -> outcome(() -> geocoding.find(query)) + next(by);
                case "weather" ->
                        outcome(() -> weather.now(query))
                                + next(Weather.class.getName() + "#now(java.lang.String)");
                case "alert" -> outcome(() -> weather.alert(query)) + next(by);
                case "mail" -> outcome(() -> office.send(query)) + next(by);
                case "late" -> outcome(() -> office.late(query));
                case "tiles" -> outcome(() -> office.tiles(query)) + next(by);
                default -> outcome(() -> weather.map(query));
            };
        }

        private static String outcome(Supplier<String> call) {
            try {
                return call.get();
            } catch (WebApplicationException e) {
                return String.valueOf(e.getResponse().getStatus());
            } catch (RateLimitExceededException e) {
                return "rejected";
            }
        }

        private String next(String id) {
            return " " + registry.rateLimiter(id).timeToNextPermit();
        }
    }

    @ArquillianResource URL base;

    private String call(String by, String answer) throws Exception {
        String query = URLEncoder.encode(answer, StandardCharsets.UTF_8);
        HttpResponse<String> response = Requests.ask(base, "rest/gateway?by=" + by + "&q=" + query);
        assertEquals(200, response.statusCode(), response::body);
        return response.body();
    }

    /** Situation 53: the limiter of the method that was called, and of no other. */
    @Test
    void drainsTheLimiterOfTheMethod() throws Exception {
        assertEquals("answer PT0S", call("weather", "200//"));
        assertEquals("429 PT30S", call("weather", "429/30/"));
        assertEquals("rejected PT30S", call("weather", "200//"));
        assertEquals("429", call("map", "429/30/"));
        assertEquals("answer", call("map", "200//"));
    }

    /** S31: which key the answer is about, nobody says. */
    @Test
    void drainsNoLimiterWithKeys() throws Exception {
        assertEquals("429 PT0S", call("alert", "429/30/"));
    }

    /** Situation 53: whatever the fields are, the call has its answer. */
    @Test
    void believesWhatCanBeRead() throws Exception {
        assertEquals("503 PT0S", call("geocoding", "503/soon/\"default;r=0;t=30"));
        assertEquals("answer PT0S", call("geocoding", "200//\"default\";r=1;t=30"));
        assertEquals("answer PT7S", call("geocoding", "200//\"default\";r=0;t=7"));
        assertEquals("rejected PT7S", call("geocoding", "200//"));
    }

    /** Situation 53: a limit that does not stand on the interface, and a time that is too long. */
    @Test
    void drainsTheLimiterOfAnId() throws Exception {
        assertEquals("answer PT0S", call("mail", "200//"));
        assertEquals("503 PT2H", call("mail", "503/999999999999999999/"));
        assertEquals("rejected PT2H", call("mail", "200//"));
    }

    /** Situation 50: a client of Jakarta REST itself. */
    @Test
    void isAFilterOfEveryClient() throws Exception {
        assertEquals("answer PT0S", call("tiles", "200//"));
        assertEquals("429 PT1M30S", call("tiles", "429/90/\"default\";r=0;t=7"));
        assertEquals("rejected PT1M30S", call("tiles", "200//"));
    }

    /** S21: an answer that comes when the limiter has ended is an answer. */
    @Test
    void leavesTheAnswerAloneWhenTheLimiterHasEnded() throws Exception {
        assertEquals("429", call("late", "429/30/"));
    }
}
