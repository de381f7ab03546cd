// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The application over HTTP. The clock stands still, so no permit comes back. */
@ExtendWith(ArquillianExtension.class)
class RestIT {

    private final HttpClient http = HttpClient.newHttpClient();

    @ArquillianResource URL context;

    @Deployment(testable = false)
    static WebArchive application() {
        return ExampleArchive.withManualClock();
    }

    @Test
    void aRejectedSearchIsA429ThatNamesTheLimiter() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(get("search?q=lamp").body()).isEqualTo("[\"Desk lamp\",\"Floor lamp\"]");
        }
        HttpResponse<String> rejected = get("search?q=lamp");
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(rejected.body())
                .contains("\"error\":\"too many requests\"")
                .contains(
                        "\"limiter\":\"dev.resilience4cata.examples.wildfly.SearchService"
                                + "#search(java.lang.String)\"");
    }

    @Test // S28
    void aRejectedMailIsA429Too() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(post("mail", "to=ann@example.org&subject=Hello").statusCode())
                    .isEqualTo(204);
        }
        assertThat(post("mail", "to=ann@example.org&subject=Hello").statusCode()).isEqualTo(429);
        assertThat(get("mail").body()).isEqualTo("3");
    }

    @Test
    void geocodingAnswersAndAnUnknownPlaceIsA404() throws Exception {
        assertThat(get("geocode?address=Main+Street,+Quito").body()).contains("\"Quito\"");
        assertThat(get("geocode?address=Atlantis").statusCode()).isEqualTo(404);
        assertThat(get("reverse?latitude=52&longitude=13").body()).contains("\"Berlin\"");
    }

    @Test
    void theLimitsShowWhatThePropertiesChanged() throws Exception {
        assertThat(get("limits").body())
                .containsPattern("\\{[^}]*\"instance\":\"exchange-rates\"[^}]*\"permits\":20[,}]")
                .containsPattern("\\{[^}]*\"enabled\":false[^}]*\"instance\":\"report\"");
    }

    @Test
    void theLimitsShowWhatIsLeftAndCanOnlyBeRead() throws Exception {
        assertThat(get("limits").body())
                .containsPattern(
                        "\\{\"availablePermits\":20,[^}]*\"instance\":\"exchange-rates\"[^}]*"
                                + "\"keys\":0,[^}]*\"shadow\":false}");
        assertThat(post("limits", "permits=100").statusCode()).isEqualTo(405);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(context + "api/" + path)).build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String form)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(context + "api/" + path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
    }
}
