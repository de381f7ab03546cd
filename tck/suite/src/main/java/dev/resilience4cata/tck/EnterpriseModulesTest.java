// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.EJB;
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
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Enterprise beans in an archive of their own, called from a web application of the same enterprise
 * archive (situation 49, 71).
 */
@Tag("ear")
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class EnterpriseModulesTest {
    @Deployment(testable = false)
    static EnterpriseArchive application() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModules(beans(), web())
                .addAsLibraries(Archives.libraries());
    }

    private static JavaArchive beans() {
        return Archives.withConfiguration(
                Archives.jar("beans.jar", StatelessMail.class),
                """
                resilience4cata.instances.stateless.rateLimiter.permits = 3
                resilience4cata.instances.stateless.rateLimiter.period = 1h
                """);
    }

    private static WebArchive web() {
        return Archives.withConfiguration(
                Archives.warModule("web.war", Rest.class, Front.class, Page.class, Calls.class),
                // Some containers let a web application see the other file too.
                """
                config_ordinal = 101
                resilience4cata.instances.stateless.rateLimiter.permits = 5
                resilience4cata.instances.stateless.rateLimiter.period = 1h
                """);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Has a limiter with the name of the one of the enterprise bean. */
    @ApplicationScoped
    public static class Page {
        /** Passes as many calls as the configuration of the web application says. */
        @RateLimiter(name = "stateless")
        public void show() {}
    }

    /** What a test asks the web application for. */
    @Path("")
    @ApplicationScoped
    public static class Front {
        @EJB StatelessMail mail;
        @Inject Page page;
        @Inject ResilienceRegistry registry;

        /** Calls the enterprise bean until it refuses. */
        @GET
        @Path("mail")
        public int mail() {
            return Calls.untilRejected(mail::send);
        }

        /** Calls the bean of the web application until it refuses. */
        @GET
        @Path("page")
        public int page() {
            return Calls.untilRejected(page::show);
        }

        /** Asks for a limiter that only the other archive has. */
        @GET
        @Path("other")
        public String other() {
            try {
                return registry.rateLimiter("stateless stage").instanceId();
            } catch (ResilienceException e) {
                return e.code();
            }
        }
    }

    @ArquillianResource URL server;

    /** S20: the archive of a bean says what its limits are, not the one that calls it. */
    @Test
    void limitsEnterpriseBeansByTheConfigurationOfTheirArchive() throws Exception {
        assertEquals("3", Requests.get(server, "web/rest/mail"));
        assertEquals("5", Requests.get(server, "web/rest/page"));
    }

    /** A registry has the limiters of its own archive. */
    @Test
    void doesNotShowTheLimitersOfAnotherArchive() throws Exception {
        assertEquals("R4C-REG-009", Requests.get(server, "web/rest/other"));
    }
}
