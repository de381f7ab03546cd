// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.wildfly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.tck.Archives;
import dev.resilience4cata.tck.Requests;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.io.IOException;
import java.net.URI;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The library as a module of the server that two applications use (situation 73). */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class ServerModuleTest {
    @Deployment(name = "one", managed = false, testable = false)
    static WebArchive one() {
        return application("one", 2);
    }

    @Deployment(name = "other", managed = false, testable = false)
    static WebArchive other() {
        return application("other", 3);
    }

    private static WebArchive application(String name, int permits) {
        return Archives.withConfiguration(
                        Archives.warModule(name + ".war", Rest.class, Front.class, Sale.class),
                        "resilience4cata.instances.same.rateLimiter.permits = " + permits)
                .addAsManifestResource(
                        new StringAsset(
                                """
                                Manifest-Version: 1.0
                                Dependencies: dev.resilience4cata services
                                """),
                        "MANIFEST.MF");
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** The limited bean of both applications. */
    @ApplicationScoped
    public static class Sale {
        /** Passes as many calls an hour as its application says. */
        @RateLimiter(name = "same", period = "1h")
        public void sell() {}
    }

    /** What a test asks an application for. */
    @Path("")
    @ApplicationScoped
    public static class Front {
        @Inject Sale sale;
        @Inject ResilienceRegistry registry;

        /** Sells once. */
        @GET
        @Path("sell")
        public String sell() {
            try {
                sale.sell();
                return "sold";
            } catch (RateLimitExceededException e) {
                return "rejected by " + e.instanceId();
            }
        }

        /** What the registry of the application shows. */
        @GET
        @Path("limiters")
        public String limiters() {
            return registry.snapshot().rateLimiters().stream()
                    .map(Front::describe)
                    .collect(Collectors.joining(","));
        }

        private static String describe(RateLimiterSnapshot limiter) {
            return limiter.instance() + " " + limiter.availablePermits();
        }
    }

    @ArquillianResource Deployer deployer;

    private static String get(String path) throws IOException, InterruptedException {
        return Requests.get(
                URI.create("http://127.0.0.1:" + System.getProperty("wildfly.http.port")).toURL(),
                path);
    }

    /** S20, S21: one permit per call, and neither application sees the other. */
    @Test
    void isSharedByApplicationsThatShareNoLimiter() throws Exception {
        deployer.deploy("one");
        try {
            assertEquals("sold", get("one/rest/sell"));
            deployer.deploy("other");
            try {
                assertEquals("same 1", get("one/rest/limiters"));
                assertEquals("same 3", get("other/rest/limiters"));
                for (int i = 0; i < 3; i++) {
                    assertEquals("sold", get("other/rest/sell"));
                }
                assertEquals("rejected by same", get("other/rest/sell"));
            } finally {
                deployer.undeploy("other");
            }
            assertEquals("same 1", get("one/rest/limiters"));
            assertEquals("sold", get("one/rest/sell"));
            assertEquals("rejected by same", get("one/rest/sell"));
        } finally {
            deployer.undeploy("one");
        }
    }
}
