// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import io.helidon.microprofile.server.Server;
import jakarta.enterprise.inject.spi.CDI;
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

    private CompletableFuture<String> ask(String path) {
        URI uri = URI.create("http://localhost:" + server.port() + "/" + path);
        return client.sendAsync(
                        HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(answer -> answer.statusCode() + " " + answer.body());
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
        assertEquals("200 results", get("search"));
        assertEquals("200 results", get("search"));
        assertEquals("429 " + Search.class.getName() + "#search()", get("search"));

        clock.advance(Duration.ofMillis(500));
        assertEquals("200 results", get("search"));
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
        assertEquals("200 late results", get("search/later"));
        CompletableFuture<String> waiting = ask("search/later");
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
}
