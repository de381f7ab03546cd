// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Resources without a scope and providers, where the server makes them beans; {@link
 * ResourceWithoutScopeTest} is for the others. The clock stands still.
 */
@Tag("web")
@Tag("resource-given-scope")
@ExtendWith(ArquillianExtension.class)
class RestComponentsTest {
    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.cdi.strict = true\n",
                TestClock.class,
                Rest.class,
                OnMethod.class,
                OnType.class,
                Failing.class,
                Failures.class,
                Guarded.class,
                Behind.class,
                Guard.class,
                TooManyRequests.class);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("method")
    public static class OnMethod {
        /** Passes two calls. */
        @GET
        @RateLimiter(permits = 2, period = "1s")
        public String get() {
            return "passed";
        }
    }

    /** Called by the container. */
    @Path("type")
    @RateLimiter(permits = 2, period = "1s")
    public static class OnType {
        /** Passes two calls. */
        @GET
        public String get() {
            return "passed";
        }
    }

    /** Called by the container. */
    @Path("failing")
    public static class Failing {
        /** Fails. */
        @GET
        public String get() {
            throw new UnsupportedOperationException("The test wants it.");
        }
    }

    /** Called by the container, by the method of the interface, of which this one is a bridge. */
    @Provider
    public static class Failures implements ExceptionMapper<UnsupportedOperationException> {
        @Override
        @RateLimiter(name = "failures", permits = 2, period = "1s")
        public Response toResponse(UnsupportedOperationException failure) {
            return Response.ok("passed").build();
        }
    }

    /** Selects resources for a filter. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Guarded {}

    /** Called by the container. */
    @Path("guarded")
    public static class Behind {
        /** Passes what the filter passes. */
        @GET
        @Guarded
        public String get() {
            return "passed";
        }
    }

    /** Called by the container. */
    @Provider
    @Guarded
    public static class Guard implements ContainerRequestFilter {
        @Override
        @RateLimiter(name = "guard", permits = 2, period = "1s")
        public void filter(ContainerRequestContext request) {}
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

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(base + "rest/" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** S20: a request costs one permit (situation 50). */
    @Test
    void limitsResourcesWithoutAScope() throws Exception {
        assertEquals("passed", get("method").body());
        assertEquals("passed", get("method").body());
        assertEquals(OnMethod.class.getName() + "#get()", get("method").body());
        assertEquals("passed", get("type").body());
        assertEquals("passed", get("type").body());
        assertEquals(OnType.class.getName() + "#get()", get("type").body());
    }

    /**
     * S20 through a bridge method; what becomes of the failure of a mapper is up to the server
     * (situation 52).
     */
    @Test
    void limitsAnExceptionMapper() throws Exception {
        assertEquals("passed", get("failing").body());
        assertEquals("passed", get("failing").body());
        assertEquals(500, get("failing").statusCode());
    }

    /** The rejection of a filter is mapped like that of a resource (situation 52). */
    @Test
    void limitsARequestFilter() throws Exception {
        assertEquals("passed", get("guarded").body());
        assertEquals("passed", get("guarded").body());
        HttpResponse<String> rejected = get("guarded");
        assertEquals(429, rejected.statusCode());
        assertEquals("guard", rejected.body());
    }
}
