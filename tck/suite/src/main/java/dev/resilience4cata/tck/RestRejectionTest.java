// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.net.URL;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rejections are answered with 429, and nothing else is answered otherwise than before. */
@Tag("rest")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
class RestRejectionTest {
    private static final String PROBLEM =
            """
            {"type":"about:blank","title":"Too Many Requests","status":429,\
            "detail":"Too many requests. Try again in %s."}""";

    @Deployment(name = "with", testable = false)
    static WebArchive application() {
        return Archives.withRest(without());
    }

    /** The same one without what is tested here. */
    @Deployment(name = "without", testable = false)
    static WebArchive without() {
        return Archives.war(
                "resilience4cata.cdi.strict = true\n",
                TestClock.class,
                Rest.class,
                Time.class,
                Limited.class,
                Warehouse.class,
                Failing.class,
                Known.class,
                OfKnown.class);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

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
    @Path("limited")
    @RequestScoped
    public static class Limited {
        @Inject Warehouse warehouse;

        /** Passes a call each 90 seconds. */
        @GET
        @Path("method")
        @RateLimiter(name = "resource", permits = 1, period = "90s")
        public String method() {
            return "passed";
        }

        /** Passes a call each 90 seconds. */
        @GET
        @Path("stage")
        @RateLimiter(name = "stage", permits = 1, period = "90s")
        public CompletionStage<String> stage() {
            return CompletableFuture.completedFuture("passed");
        }

        /** As often as the bean. */
        @GET
        @Path("bean")
        public String bean() {
            return warehouse.count("bean");
        }

        /** As often as the bean. */
        @GET
        @Path("join")
        public String join() {
            return warehouse.later().toCompletableFuture().join();
        }

        /** As often as the bean. */
        @GET
        @Path("get")
        public String get() throws ExecutionException, InterruptedException {
            Future<String> later = warehouse.later().toCompletableFuture();
            return later.get();
        }

        /** As often as the bean. */
        @GET
        @Path("derived")
        public CompletionStage<String> derived() {
            return warehouse.later().thenApply(text -> text);
        }
    }

    /** What resources call. */
    @ApplicationScoped
    public static class Warehouse {
        /** Passes a call each 90 seconds. */
        @RateLimiter(name = "warehouse", permits = 1, period = "90s")
        public String count(String what) {
            return what.isEmpty() ? "nothing" : "passed";
        }

        /** Likewise. */
        @RateLimiter(name = "later", permits = 1, period = "90s")
        public CompletionStage<String> later() {
            return CompletableFuture.completedFuture("passed");
        }
    }

    /** Called by the container. Throws what is no rejection. */
    @Path("failing")
    @RequestScoped
    public static class Failing {
        /** Throws. */
        @GET
        @Path("{how}")
        public String fail(@PathParam("how") String how) throws Exception {
            return switch (how) {
                case "completion" ->
                        throw new CompletionException(new IllegalStateException("broken"));
                case "execution" ->
                        throw new ExecutionException(new IllegalStateException("broken"));
                case "completion-of-known" -> throw new CompletionException(new Known());
                case "execution-of-known" -> throw new ExecutionException(new Known());
                case "execution-of-response" ->
                        throw new ExecutionException(new WebApplicationException(teapot()));
                case "runtime" -> throw new IllegalStateException("broken");
                case "known" -> throw new Known();
                case "response" -> throw new WebApplicationException(teapot());
                default -> how;
            };
        }

        private static Response teapot() {
            return Response.status(418).entity("a teapot").build();
        }

        /** Fails later. */
        @GET
        @Path("stage/{how}")
        public CompletionStage<String> failLater(@PathParam("how") String how) {
            CompletableFuture<String> stage = new CompletableFuture<>();
            try {
                stage.complete(fail(how));
            } catch (Exception e) {
                stage.completeExceptionally(e);
            }
            return stage;
        }
    }

    /** What the application has an answer for. */
    public static class Known extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Called by the container. */
    @Provider
    public static class OfKnown implements ExceptionMapper<Known> {
        @Override
        public Response toResponse(Known e) {
            return Response.status(409).entity("known").build();
        }
    }

    @ArquillianResource
    @OperateOnDeployment("with")
    URL with;

    @ArquillianResource
    @OperateOnDeployment("without")
    URL without;

    private void advance(String millis) throws IOException, InterruptedException {
        assertEquals(204, Requests.post(with, "rest/clock?millis=" + millis).statusCode());
    }

    /** Situation 50; S32: the answer has no name of anything. */
    @Test
    @OperateOnDeployment("with")
    void saysWhenToComeBack() throws Exception {
        advance("90000");
        assertEquals(200, Requests.ask(with, "rest/limited/method").statusCode());

        HttpResponse<String> rejected = Requests.ask(with, "rest/limited/method");
        assertEquals(429, rejected.statusCode());
        assertEquals("90", rejected.headers().firstValue("Retry-After").orElse(""));
        String type = rejected.headers().firstValue("Content-Type").orElse("");
        assertTrue(type.startsWith("application/problem+json"), type);
        assertEquals(PROBLEM.formatted("90 seconds"), rejected.body());

        // Rounded up, so that whoever obeys is not refused again.
        advance("88999");
        HttpResponse<String> later = Requests.ask(with, "rest/limited/method");
        assertEquals("2", later.headers().firstValue("Retry-After").orElse(""));
        advance("1000");
        HttpResponse<String> last = Requests.ask(with, "rest/limited/method");
        assertEquals("1", last.headers().firstValue("Retry-After").orElse(""));
        assertEquals(PROBLEM.formatted("1 second"), last.body());
        advance("1000");
        assertEquals(200, Requests.ask(with, "rest/limited/method").statusCode());
    }

    /** Situation 50, S15: of a bean that the resource calls, and of stages. */
    @Test
    @OperateOnDeployment("with")
    void findsTheRejection() throws Exception {
        assertFound("stage", "bean", "derived");
    }

    /** Situation 50, S15: in what a thread throws that waits for a stage. */
    @Test
    @OperateOnDeployment("with")
    void findsAWrappedRejection() throws Exception {
        assertFound("join", "get");
    }

    private void assertFound(String... paths) throws Exception {
        for (String path : paths) {
            advance("90000");
            HttpResponse<String> passed = Requests.ask(with, "rest/limited/" + path);
            assertEquals("200 passed", passed.statusCode() + " " + passed.body(), path);

            HttpResponse<String> rejected = Requests.ask(with, "rest/limited/" + path);
            assertEquals(429, rejected.statusCode(), path);
            assertEquals("90", rejected.headers().firstValue("Retry-After").orElse(""), path);
            assertEquals(PROBLEM.formatted("90 seconds"), rejected.body(), path);
        }
    }

    /** Situation 50: what is no rejection is answered as without the module. */
    @Test
    @OperateOnDeployment("with")
    void leavesOtherAnswersAlone() throws Exception {
        for (String how :
                new String[] {
                    "nothing",
                    "runtime",
                    "known",
                    "response",
                    "completion",
                    "execution",
                    "completion-of-known",
                    "execution-of-known",
                    "execution-of-response",
                    "missing/at/all"
                }) {
            for (String path : new String[] {how, "stage/" + how}) {
                assertEquals(
                        answer(without, "rest/failing/" + path),
                        answer(with, "rest/failing/" + path),
                        "to rest/failing/" + path);
            }
        }
    }

    /** What of an answer is the same in two applications. */
    static String answer(URL base, String path) throws Exception {
        HttpResponse<String> response = Requests.ask(base, path);
        String body = response.body().replace(base.getPath(), "/").replaceAll("[0-9a-f-]{20,}", "");
        return response.statusCode()
                + " "
                + response.headers().firstValue("Content-Type").orElse("")
                + " "
                + firstLine(body);
    }

    /** A page of the server may have a stack trace, with the jars of the application. */
    private static String firstLine(String body) {
        String line = body.lines().findFirst().orElse("");
        int page = line.indexOf("<p>");
        return page < 0 ? line : line.substring(0, page);
    }
}
