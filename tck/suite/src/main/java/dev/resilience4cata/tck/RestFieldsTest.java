// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import java.net.URL;
import java.net.http.HttpResponse;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The fields that tell the limit in each answer. The clock stands still. */
@Tag("rest")
@ExtendWith(ArquillianExtension.class)
class RestFieldsTest {
    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.withRest(
                Archives.war(
                        """
                        resilience4cata.rest.headers = true
                        resilience4cata.rest.policy = search plan
                        resilience4cata.instances.off.rateLimiter.enabled = false
                        """,
                        TestClock.class,
                        Rest.class,
                        Search.class,
                        OnType.class,
                        Catalogue.class,
                        CatalogueResource.class,
                        Shelf.class,
                        Books.class,
                        Journals.class));
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("search")
    @RequestScoped
    public static class Search {
        /** Passes two calls. */
        @GET
        @RateLimiter(permits = 2, period = "10s")
        public String search(@QueryParam("q") String query) {
            return "found " + query;
        }

        /** Passes two calls of each tenant. */
        @GET
        @Path("keyed")
        @RateLimiter(name = "keyed", permits = 2, period = "10s")
        public String keyed(@QueryParam("tenant") @RateLimitKey String tenant) {
            return "found for " + tenant;
        }

        /** Passes all. */
        @GET
        @Path("off")
        @RateLimiter(name = "off", permits = 2, period = "10s")
        public String off() {
            return "found";
        }

        /** Says itself what the limit is. */
        @GET
        @Path("own")
        @RateLimiter(name = "own", permits = 2, period = "10s")
        public Response own() {
            return Response.ok("found").header("RateLimit", "\"own\";r=7;t=1").build();
        }

        /** Answers on a thread that the server knows nothing of. */
        @GET
        @Path("elsewhere")
        @RateLimiter(name = "elsewhere", permits = 2, period = "10s")
        public void elsewhere(@Suspended AsyncResponse answer) {
            Thread thread = new Thread(() -> answer.resume("found"));
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            thread.start();
        }

        /** Is not limited. */
        @GET
        @Path("free")
        public String free() {
            return "found";
        }
    }

    /** Called by the container. */
    @Path("type")
    @RequestScoped
    @RateLimiter(permits = 3, period = "1m")
    public static class OnType {
        /** Passes three calls. */
        @GET
        public String get() {
            return "passed";
        }
    }

    /** What a resource is for. */
    @RateLimiter(permits = 4, period = "1h")
    public interface Catalogue {
        /** Passes four calls. */
        @GET
        String read();
    }

    /** Called by the container. */
    @Path("catalogue")
    @RequestScoped
    public static class CatalogueResource implements Catalogue {
        @Override
        public String read() {
            return "an entry";
        }
    }

    /** What several resources inherit. */
    public abstract static class Shelf {
        /** Passes as many calls as the class says. */
        @GET
        public String read() {
            return "a text";
        }
    }

    /** Called by the container. */
    @Path("books")
    @RequestScoped
    @RateLimiter(permits = 5, period = "1h")
    public static class Books extends Shelf {}

    /** Called by the container. */
    @Path("journals")
    @RequestScoped
    @RateLimiter(permits = 6, period = "1h")
    public static class Journals extends Shelf {}

    @ArquillianResource URL base;

    private String fields(String path) throws Exception {
        HttpResponse<String> response = Requests.ask(base, path);
        return response.statusCode()
                + " "
                + String.join(", ", response.headers().allValues("RateLimit-Policy"))
                + " "
                + String.join(", ", response.headers().allValues("RateLimit"));
    }

    /** Situation 50: before the limit is met, and when it is. */
    @Test
    void tellsTheLimitInEachAnswer() throws Exception {
        String policy = "\"search plan\";q=2;w=10 \"search plan\";";
        assertEquals("200 " + policy + "r=1;t=5", fields("rest/search?q=a"));
        assertEquals("200 " + policy + "r=0;t=5", fields("rest/search?q=b"));
        assertEquals("429 " + policy + "r=0;t=5", fields("rest/search?q=c"));
    }

    /** Situations 6 and 50: by an annotation on the class, and on an interface. */
    @Test
    void findsTheAnnotationWhereTheLimiterDoes() throws Exception {
        assertEquals("200 \"search plan\";q=3;w=60 \"search plan\";r=2;t=20", fields("rest/type"));
        assertEquals(
                "200 \"search plan\";q=4;w=3600 \"search plan\";r=3;t=900",
                fields("rest/catalogue"));
    }

    /** Situation 50: a method that two resources inherit. */
    @Test
    void tellsEachResourceItsOwnLimit() throws Exception {
        assertEquals(
                "200 \"search plan\";q=5;w=3600 \"search plan\";r=4;t=720", fields("rest/books"));
        assertEquals(
                "200 \"search plan\";q=6;w=3600 \"search plan\";r=5;t=600",
                fields("rest/journals"));
    }

    /** S32: nothing that tells one caller what another does. */
    @Test
    void tellsThePolicyAloneWhereEachKeyHasItsOwn() throws Exception {
        assertEquals("200 \"search plan\";q=2;w=10 ", fields("rest/search/keyed?tenant=a"));
    }

    /** Situation 50: the first answer too. */
    @Test
    void tellsTheLimitWhateverThreadAnswers() throws Exception {
        assertEquals(
                "200 \"search plan\";q=2;w=10 \"search plan\";r=1;t=5",
                fields("rest/search/elsewhere"));
    }

    /** Situation 50: the resource may know of a limit that is nearer. */
    @Test
    void leavesAloneWhatTheResourceTells() throws Exception {
        assertEquals("200  \"own\";r=7;t=1", fields("rest/search/own"));
    }

    /** Situation 50. */
    @Test
    void tellsNothingWhereNothingIsLimited() throws Exception {
        assertEquals("200  ", fields("rest/search/free"));
        assertEquals("200  ", fields("rest/search/off"));
    }
}
