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
import java.net.URL;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where the answer to a rejection comes from. The clock stands still. */
@Tag("rest")
@ExtendWith(ArquillianExtension.class)
class RestRegistrationTest {
    @Deployment(name = "listed", testable = false)
    static WebArchive listed() {
        return Archives.withRest(
                Archives.war(
                        "resilience4cata.rest.instance = true\n",
                        TestClock.class,
                        Listed.class,
                        Limited.class));
    }

    @Deployment(name = "own", testable = false)
    static WebArchive own() {
        return Archives.withRest(
                Archives.war(TestClock.class, Scanned.class, Limited.class, Own.class));
    }

    @Deployment(name = "ownListed", testable = false)
    static WebArchive ownListed() {
        return Archives.withRest(
                Archives.war(TestClock.class, OwnListed.class, Limited.class, Own.class));
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Scanned extends Application {}

    /** Called by the container: no class is looked for. */
    @ApplicationPath("rest")
    public static class Listed extends Application {
        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Limited.class);
        }
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class OwnListed extends Application {
        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Limited.class, Own.class);
        }
    }

    /** Called by the container. */
    @Path("limited")
    @RequestScoped
    public static class Limited {
        /** Passes a call. */
        @GET
        @RateLimiter(name = "limited \"one\"", permits = 1, period = "10s")
        public String get() {
            return "passed";
        }

        /** Passes none. */
        @GET
        @Path("wrapped")
        public String wrapped() {
            throw new CompletionException(new RateLimitExceededException("made here"));
        }
    }

    /** Called by the container. */
    @Provider
    public static class Own implements ExceptionMapper<RateLimitExceededException> {
        @Override
        public Response toResponse(RateLimitExceededException rejection) {
            return Response.status(503).entity("own " + rejection.instanceId()).build();
        }
    }

    @ArquillianResource
    @OperateOnDeployment("listed")
    URL listed;

    @ArquillianResource
    @OperateOnDeployment("own")
    URL own;

    @ArquillianResource
    @OperateOnDeployment("ownListed")
    URL ownListed;

    private static String ask(URL base, String path) throws Exception {
        var response = Requests.ask(base, path);
        return response.statusCode() + " " + response.body();
    }

    private static String problem(String time, String limiter) {
        return """
               429 {"type":"about:blank","title":"Too Many Requests","status":429,\
               "detail":"Too many requests. Try again in %s.","limiter":"%s"}"""
                .formatted(time, limiter);
    }

    /**
     * Situation 50: nothing has to be registered, and the limiter is named if a property says so.
     */
    @Test
    @OperateOnDeployment("listed")
    void answersInAnApplicationThatListsItsClasses() throws Exception {
        assertEquals("200 passed", ask(listed, "rest/limited"));
        assertEquals(problem("10 seconds", "limited \\\"one\\\""), ask(listed, "rest/limited"));
    }

    /** Situation 50: a mapper of the application wins. */
    @Test
    @OperateOnDeployment("own")
    void leavesTheAnswerToTheApplication() throws Exception {
        answersItself(own);
    }

    /** Likewise. */
    @Test
    @OperateOnDeployment("ownListed")
    void leavesTheAnswerToAnApplicationThatListsItsClasses() throws Exception {
        answersItself(ownListed);
    }

    private static void answersItself(URL base) throws Exception {
        assertEquals("200 passed", ask(base, "rest/limited"));
        assertEquals("503 own limited \"one\"", ask(base, "rest/limited"));
    }

    /** Situation 50: also for what is wrapped. */
    @Test
    @OperateOnDeployment("own")
    void looksForTheAnswerToAWrappedRejection() throws Exception {
        assertEquals(problem("1 second", "made here"), ask(listed, "rest/limited/wrapped"));
        assertEquals("503 own made here", ask(own, "rest/limited/wrapped"));
        assertEquals("503 own made here", ask(ownListed, "rest/limited/wrapped"));
    }
}
