// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An application as a user writes it, over HTTP. */
@QuarkusTest
@TestProfile(ShopTest.Settings.class)
class ShopTest {

    /** What stands in application.properties, which the other tests would see too. */
    public static class Settings implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "resilience4cata.instances.orders.rateLimiter.permits", "2",
                    "resilience4cata.instances.orders.rateLimiter.period", "1h",
                    "resilience4cata.rest.instance", "true",
                    // The other tests, some wrong on purpose: all test classes are one archive.
                    "quarkus.arc.exclude-types", "dev.resilience4cata.tck.quarkus.*");
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();

    @TestHTTPResource URI uri;

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri.resolve(path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** S2: two per hour pass, by a limit of properties; a rejection is a response. */
    @Test
    void answersRejectedRequests() throws Exception {
        assertThat(get("shop/orders").statusCode()).isEqualTo(200);
        assertThat(get("shop/orders").statusCode()).isEqualTo(200);
        HttpResponse<String> third = get("shop/orders");

        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(third.headers().firstValue("Content-Type"))
                .hasValueSatisfying(
                        type -> assertThat(type).startsWith("application/problem+json"));
        assertThat(third.body()).contains("\"limiter\":\"orders\"");
    }

    /** Situation 50: in a wrapper that the application has Quarkus look into. */
    @Test
    void findsAWrappedRejection() throws Exception {
        assertThat(get("shop/wrapped").statusCode()).isEqualTo(429);
    }

    /** On the event loop that serves the requests, one is rejected that would wait elsewhere. */
    @Test
    void rejectsOnAnEventLoopWhatWouldWait() throws Exception {
        HttpResponse<String> first = get("shop/prices");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).startsWith("vert.x-eventloop");
        assertThat(get("shop/prices").statusCode()).isEqualTo(429);
    }

    /** S15: requests for a stage wait without a thread, more of them than there are threads. */
    @Test
    void letsRequestsWaitWithoutAThread() {
        List<CompletableFuture<HttpResponse<String>>> responses =
                IntStream.range(0, 300)
                        .mapToObj(i -> HttpRequest.newBuilder(uri.resolve("shop/offers")).build())
                        .map(
                                request ->
                                        client.sendAsync(
                                                request, HttpResponse.BodyHandlers.ofString()))
                        .toList();

        assertThat(responses)
                .extracting(response -> response.join().statusCode())
                .containsOnly(200);
    }

    /** A limit of an environment variable, which stands in the runner's pom.xml. */
    @Test
    void takesLimitsFromTheEnvironment() throws Exception {
        assertThat(get("shop/permits").body()).isEqualTo("78");
    }
}
