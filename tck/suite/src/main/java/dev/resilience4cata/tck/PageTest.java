// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A page of Jakarta Faces that calls a bean. The clock stands still. */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class PageTest {
    private static final String PAGE =
            """
            <html xmlns="http://www.w3.org/1999/xhtml">
              <body>#{cashier.serve()}</body>
            </html>
            """;

    private static final String FACES_CONFIG =
            """
            <faces-config xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"/>
            """;

    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(TestClock.class, Cashier.class)
                .addAsWebInfResource(new StringAsset(FACES_CONFIG), "faces-config.xml")
                .addAsWebResource(new StringAsset(PAGE), "page.xhtml");
    }

    /** Called by the page. */
    @Named
    @RequestScoped
    public static class Cashier {
        /** Passes two calls. */
        @RateLimiter(name = "desk", permits = 2, period = "1s")
        public String serve() {
            return "served";
        }
    }

    @ArquillianResource URL base;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get() throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(base + "page.xhtml")).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Situation 57; what becomes of the failure of an expression is up to the server. */
    @Test
    void limitsABeanThatAPageCalls() throws Exception {
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> passed = get();
            assertEquals(200, passed.statusCode(), passed::body);
            assertTrue(passed.body().contains("<body>served</body>"), passed::body);
        }
        assertEquals(500, get().statusCode());
    }
}
