// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two web applications in one enterprise archive that has the library (situation 71). */
@Tag("ear")
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class EnterpriseArchiveTest {
    @Deployment(testable = false)
    static EnterpriseArchive application() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModules(war("first", 2, First.class), war("second", 3, Second.class))
                .addAsLibraries(Archives.libraries());
    }

    private static WebArchive war(String name, int permits, Class<?> resource) {
        return Archives.withConfiguration(
                Archives.warModule(name + ".war", Rest.class, TooManyRequests.class, resource),
                "resilience4cata.rateLimiter.permits = " + permits);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("call")
    @RequestScoped
    public static class First {
        /** Passes as many calls as its web application says. */
        @GET
        @RateLimiter(name = "first", period = "1h")
        public String call() {
            return "first";
        }
    }

    /** Called by the container. */
    @Path("call")
    @RequestScoped
    public static class Second {
        /** Passes as many calls as its web application says. */
        @GET
        @RateLimiter(name = "second", period = "1h")
        public String call() {
            return "second";
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

    @ArquillianResource URL server;

    private final HttpClient client = HttpClient.newHttpClient();

    private String get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + server.getHost() + ":" + server.getPort() + path);
        HttpResponse<String> response =
                client.send(
                        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    /** S20: one permit per call; each web application has its own configuration. */
    @Test
    void takesOnePermitPerCallByTheConfigurationOfTheModule() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertEquals("200 first", get("/first/rest/call"));
        }
        assertEquals("429 first", get("/first/rest/call"));
        for (int i = 0; i < 3; i++) {
            assertEquals("200 second", get("/second/rest/call"));
        }
        assertEquals("429 second", get("/second/rest/call"));
    }
}
