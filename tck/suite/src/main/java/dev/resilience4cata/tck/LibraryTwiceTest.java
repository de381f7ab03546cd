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
import java.util.Optional;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two copies of the library in an enterprise archive (situation 72). S20: one call costs one
 * permit, or nothing is deployed; which of the two is the server's affair, because it decides who
 * sees which copy.
 */
@Tag("ear")
@ExtendWith(ArquillianExtension.class)
class LibraryTwiceTest {
    @Deployment(name = "around and inside", managed = false, testable = false)
    static EnterpriseArchive aroundAndInside() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModule(shop("shop").addAsLibraries(Archives.libraries()))
                .addAsLibraries(Archives.libraries());
    }

    @Deployment(name = "side by side", managed = false, testable = false)
    static EnterpriseArchive sideBySide() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModules(
                        shop("shop").addAsLibraries(Archives.libraries()),
                        shop("stall").addAsLibraries(Archives.libraries()));
    }

    private static WebArchive shop(String name) {
        return Archives.warModule(name + ".war", Rest.class, Front.class, Shop.class, Calls.class);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** What a test asks a web application for. */
    @Path("sell")
    @ApplicationScoped
    public static class Front {
        @Inject Shop shop;

        /** Sells until it is refused. */
        @GET
        public int sellAll() {
            return Calls.untilRejected(shop::sell);
        }
    }

    /** The limited bean. */
    @ApplicationScoped
    public static class Shop {
        /** Passes three calls an hour. */
        @RateLimiter(permits = 3, period = "1h")
        public void sell() {}
    }

    /** For its URL, which is that of the server. */
    @Deployment(name = "neighbour", testable = false)
    static WebArchive neighbour() {
        return Archives.warModule("neighbour.war", Rest.class);
    }

    @ArquillianResource Deployer deployer;

    @Test
    @OperateOnDeployment("neighbour")
    void isLimitedOnceOrRefusedIfOneIsAroundTheOther(@ArquillianResource URL server)
            throws Exception {
        assertLimitedOnceOrRefused("around and inside", server, "shop");
    }

    @Test
    @OperateOnDeployment("neighbour")
    void isLimitedOnceOrRefusedIfTheyAreSideBySide(@ArquillianResource URL server)
            throws Exception {
        assertLimitedOnceOrRefused("side by side", server, "shop", "stall");
    }

    private void assertLimitedOnceOrRefused(String name, URL server, String... applications)
            throws Exception {
        Optional<Problems> refusal = Problems.ifAny(deployer, name);
        if (refusal.isPresent()) {
            refusal.get().contain("R4C-CDI-002", "RateLimiterInterceptor", "Keep one copy");
            return;
        }
        try {
            for (String each : applications) {
                assertEquals("3", Requests.get(server, each + "/rest/sell"));
            }
        } finally {
            deployer.undeploy(name);
        }
    }
}
