// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.annotation.Scope;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jboss.dmr.ModelNode;

/** Calls the application over HTTP and notes the times. */
final class Client {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration REFILL_LIMIT = Duration.ofMinutes(1);

    private final URI api;
    // HTTP/2 without TLS starts with an upgrade request, which is one more thing to wait for.
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .build();

    Client(URI api) {
        this.api = api;
    }

    Request get(String what, String path) {
        return new Request(what, request(path).GET().build());
    }

    Request post(String what, String path, String form) {
        return new Request(
                what,
                request(path)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build());
    }

    /** One after the other. */
    List<Call> inTurn(List<Request> requests) {
        List<Call> calls = new ArrayList<>();
        for (Request request : requests) {
            calls.add(send(request).join());
        }
        return calls;
    }

    /** All at once, each on a connection of its own. */
    List<Call> together(List<Request> requests) {
        List<CompletableFuture<Call>> answers = requests.stream().map(this::send).toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** One after the other with a pause in between, for as long as a time lasts. */
    List<Call> every(Duration pause, Duration time, Request request) throws InterruptedException {
        List<Call> calls = new ArrayList<>();
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
            calls.add(send(request).join());
            Thread.sleep(pause.toMillis());
        }
        return calls;
    }

    /** A call that may stay without an answer, because the server is killed. */
    Call callOrLose(Request request) {
        long sent = System.nanoTime();
        return send(request)
                .exceptionally(
                        failure ->
                                new Call(
                                        request.what(),
                                        sent,
                                        System.nanoTime(),
                                        Call.LOST,
                                        failure.toString()))
                .join();
    }

    String text(String path) throws IOException {
        Call call = send(get(path, path)).join();
        if (!call.admitted()) {
            throw new IOException(path + " answered " + call.status() + ": " + call.body());
        }
        return call.body();
    }

    /** What the server says about a limiter. */
    ModelNode limiter(String id) throws IOException {
        for (ModelNode limiter : ModelNode.fromJSONString(text("/limits")).asList()) {
            if (limiter.get("instance").asString().equals(id)) {
                return limiter;
            }
        }
        throw new IOException("The server has no limiter " + id + ", it has " + text("/limits"));
    }

    /** Waits until the permits that an earlier call took have come back. */
    void awaitFull(String id) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            ModelNode limiter = limiter(id);
            if (limiter.get("availablePermits").asInt() >= limiter.get("burst").asInt()) {
                return;
            }
            if (System.nanoTime() - start > REFILL_LIMIT.toNanos()) {
                throw new IOException("No permit comes back: " + limiter);
            }
            Thread.sleep(20);
        }
    }

    /** What a snapshot shows: all but {@code onStoreFailure} and {@code leases}. */
    static RateLimiterConfig config(ModelNode limiter) {
        return RateLimiterConfig.builder()
                .permits(limiter.get("permits").asInt())
                .period(Duration.parse(limiter.get("period").asString()))
                .burst(limiter.get("burst").asInt())
                .maxWait(Duration.parse(limiter.get("maxWait").asString()))
                .enabled(limiter.get("enabled").asBoolean())
                .scope(Scope.valueOf(limiter.get("scope").asString()))
                .build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(api + path)).timeout(TIMEOUT);
    }

    private CompletableFuture<Call> send(Request request) {
        long sent = System.nanoTime();
        return http.sendAsync(request.http(), BodyHandlers.ofString())
                .thenApply(
                        answer ->
                                new Call(
                                        request.what(),
                                        sent,
                                        System.nanoTime(),
                                        answer.statusCode(),
                                        answer.body()));
    }

    /**
     * @param what the request, for people
     */
    record Request(String what, HttpRequest http) {}
}
