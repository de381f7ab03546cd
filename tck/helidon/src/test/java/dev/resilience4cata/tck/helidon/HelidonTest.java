// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.rest.RemoteLimit;
import io.helidon.microprofile.server.Server;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A small application with limited beans, called in its process and over HTTP. */
class HelidonTest {
    private static Server server;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ManualClock clock = CDI.current().select(ManualClock.class).get();
    private final Mail mail = CDI.current().select(Mail.class).get();

    @BeforeAll
    static void start() {
        server = Server.builder().host("localhost").port(0).build().start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @BeforeEach
    void letADayGoBy() {
        clock.advance(Duration.ofDays(1));
    }

    private CompletableFuture<HttpResponse<String>> send(String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(url(path))).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String url(String path) {
        return "http://localhost:" + server.port() + "/" + path;
    }

    private CompletableFuture<String> ask(String path) {
        return send(path).thenApply(answer -> answer.statusCode() + " " + answer.body());
    }

    private String get(String path) throws Exception {
        return ask(path).get(30, TimeUnit.SECONDS);
    }

    /** S20: one call costs one permit (situation 2). */
    @Test
    void limitsABean() {
        for (int i = 0; i < 3; i++) {
            mail.send();
        }
        assertThrows(RateLimitExceededException.class, mail::send);

        clock.advance(Duration.ofSeconds(1));
        mail.send();
    }

    /** S20: {@code META-INF/microprofile-config.properties} wins over the annotation. */
    @Test
    void limitsAsConfigured() {
        mail.sendAsConfigured();
        mail.sendAsConfigured();
        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, mail::sendAsConfigured);
        assertEquals("configured", rejection.instanceId());
    }

    /** A resource, over HTTP (situation 50). */
    @Test
    void limitsAResource() throws Exception {
        assertEquals("200 results", get("shop/search"));
        assertEquals("200 results", get("shop/search"));
        String rejected = get("shop/search");
        assertTrue(rejected.startsWith("429 {\"type\":\"about:blank\""), rejected);
        assertTrue(rejected.contains(Search.class.getName() + "#search()"), rejected);

        clock.advance(Duration.ofMillis(500));
        assertEquals("200 results", get("shop/search"));
    }

    /** S15: a wait blocks no thread, and a rejection is a failed stage. */
    @Test
    void letsAStageWait() throws Exception {
        assertFalse(mail.sendLater().toCompletableFuture().isCompletedExceptionally());
        CompletableFuture<Void> waiting = mail.sendLater().toCompletableFuture();
        CompletableFuture<Void> rejected = mail.sendLater().toCompletableFuture();

        assertFalse(waiting.isDone());
        assertEquals(1, clock.pendingTasks());
        ExecutionException failure = assertThrows(ExecutionException.class, rejected::get);
        assertInstanceOf(RateLimitExceededException.class, failure.getCause());

        clock.advance(Duration.ofSeconds(1));
        waiting.get(30, TimeUnit.SECONDS);
        assertTrue(waiting.isDone());
    }

    /** S1, S15: the request of a resource that returns a stage is answered when it is due. */
    @Test
    void letsARequestWait() throws Exception {
        assertEquals("200 late results", get("shop/search/later"));
        CompletableFuture<String> waiting = ask("shop/search/later");
        awaitPending();
        assertFalse(waiting.isDone());

        clock.advance(Duration.ofSeconds(1));
        assertEquals("200 late results", waiting.get(30, TimeUnit.SECONDS));
    }

    private void awaitPending() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (clock.pendingTasks() != 1) {
            assertTrue(System.nanoTime() - deadline < 0, "nothing waits");
            Thread.onSpinWait();
        }
    }

    /** F3: each attempt takes a permit. */
    @Test
    void takesAPermitForEachAttempt() {
        ResilienceRegistry registry = CDI.current().select(ResilienceRegistry.class).get();
        assertEquals(10, registry.rateLimiter("retried").availablePermits());

        assertThrows(IllegalStateException.class, mail::fail);

        assertEquals(6, registry.rateLimiter("retried").availablePermits());
    }

    /** Situation 50; S32: an answer says when to come back, and how often one may. */
    @Test
    void answersARejectedRequest() throws Exception {
        HttpResponse<String> first = send("shop/search").get(30, TimeUnit.SECONDS);
        assertEquals("200 results", first.statusCode() + " " + first.body());
        assertEquals("\"default\";q=2;w=1", field(first, "RateLimit-Policy"));
        assertEquals("\"default\";r=1;t=1", field(first, "RateLimit"));
        assertEquals("200 results", get("shop/search"));

        HttpResponse<String> rejected = send("shop/search").get(30, TimeUnit.SECONDS);
        assertEquals(429, rejected.statusCode());
        assertEquals("1", field(rejected, "Retry-After"));
        assertTrue(field(rejected, "Content-Type").startsWith("application/problem+json"));
        assertEquals(
                "{\"type\":\"about:blank\",\"title\":\"Too Many Requests\",\"status\":429,"
                        + "\"detail\":\"Too many requests. Try again in 1 second.\",\"limiter\":\""
                        + Search.class.getName()
                        + "#search()\"}",
                rejected.body());
        assertEquals("\"default\";r=0;t=1", field(rejected, "RateLimit"));
    }

    private static String field(HttpResponse<String> answer, String name) {
        return String.join(", ", answer.headers().allValues(name));
    }

    /** Situation 50: also in what wraps it, of which nothing else is answered otherwise. */
    @Test
    void findsAWrappedRejection() throws Exception {
        String wrapped = get("shop/search/wrapped");
        assertTrue(wrapped.startsWith("429 {"), wrapped);
        assertEquals(get("shop/search/broken/by/itself"), get("shop/search/broken"));
    }

    /** Situation 50: a mapper of the application wins. */
    @Test
    void leavesTheAnswerToTheApplication() throws Exception {
        assertEquals("200 results", get("own/search"));
        assertEquals("200 results", get("own/search"));
        assertEquals("503 own " + Search.class.getName() + "#search()", get("own/search"));
    }

    /** Situation 50: a client obeys the limit of a remote API. */
    @Test
    void drainsTheLimiterOfAClient() {
        RateLimiterHandle limiter =
                CDI.current().select(ResilienceRegistry.class).get().rateLimiter("configured");
        assertEquals(Duration.ZERO, limiter.timeToNextPermit());
        try (Client remote = ClientBuilder.newClient()) {
            int status =
                    remote.register(new RemoteLimit(limiter))
                            .target(url("shop/search/remote"))
                            .request()
                            .get()
                            .getStatus();
            assertEquals(429, status);
        }
        assertEquals(Duration.ofSeconds(30), limiter.timeToNextPermit());
    }
}
