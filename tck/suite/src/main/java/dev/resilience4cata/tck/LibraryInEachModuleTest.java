// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two web applications of one enterprise archive, each with a library of its own (situation 70).
 */
@Tag("ear")
@ExtendWith(ArquillianExtension.class)
class LibraryInEachModuleTest {
    @Deployment(testable = false)
    static EnterpriseArchive application() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModules(war("one", 2), war("other", 3));
    }

    private static WebArchive war(String name, int permits) {
        return Archives.withConfiguration(
                        Archives.warModule(
                                name + ".war", Rest.class, Front.class, Sale.class, Calls.class),
                        "resilience4cata.instances.same.rateLimiter.permits = " + permits)
                .addAsLibraries(Archives.libraries());
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** What a test asks a web application for. */
    @Path("sell")
    @ApplicationScoped
    public static class Front {
        @Inject Sale sale;

        /** Sells until it is refused. */
        @GET
        public int sellAll() {
            return Calls.untilRejected(sale::sell);
        }
    }

    /** The limited bean. */
    @ApplicationScoped
    public static class Sale {
        /** Passes as many calls as its web application says. */
        @RateLimiter(name = "same", period = "1h")
        public void sell() {}
    }

    @ArquillianResource URL server;

    /** S20: one permit per call. */
    @Test
    void limitsEachByItself() throws Exception {
        assertEquals("2", Requests.get(server, "one/rest/sell"));
        assertEquals("3", Requests.get(server, "other/rest/sell"));
    }
}
