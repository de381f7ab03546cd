// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.liberty;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.tck.Archives;
import dev.resilience4cata.tck.Requests;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The library in an enterprise archive and once more in its web application (situation 72). This
 * server takes all classes from the enterprise archive, so there is nothing to refuse.
 */
@ExtendWith(ArquillianExtension.class)
public class LibraryInBothTest {
    @Deployment(testable = false)
    static EnterpriseArchive application() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModule(
                        Archives.warModule("both.war", Rest.class, Front.class, Shop.class)
                                .addAsLibraries(Archives.libraries()))
                .addAsLibraries(Archives.libraries());
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** The limited bean. */
    @ApplicationScoped
    public static class Shop {
        /** Passes three calls. */
        @RateLimiter(permits = 3, period = "1h")
        public void sell() {}
    }

    /** What the test asks for. */
    @Path("sell")
    @ApplicationScoped
    public static class Front {
        @Inject Shop shop;

        /** Sells until it is refused. */
        @GET
        public int sellAll() {
            int sold = 0;
            try {
                while (true) {
                    shop.sell();
                    sold++;
                }
            } catch (RateLimitExceededException e) {
                return sold;
            }
        }
    }

    @ArquillianResource URL server;

    /** S20: one call costs one permit. */
    @Test
    void limitsEachCallOnce() throws Exception {
        assertEquals("3", Requests.get(server, "both/rest/sell"));
    }
}
