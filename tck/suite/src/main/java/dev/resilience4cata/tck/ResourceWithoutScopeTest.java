// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.Dependent;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S29: "a REST resource class without a scope", which Jakarta REST may make itself. A container
 * that gives such a class a scope makes it a bean, and leaves this out; {@link RestResourceTest}
 * shows that it is limited there.
 */
@Tag("core")
@Tag("resource-without-scope")
@ExtendWith(ArquillianExtension.class)
class ResourceWithoutScopeTest {
    private static final String ALL =
            """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"
                   bean-discovery-mode="all"/>
            """;

    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return Archives.war(
                        "resilience4cata.cdi.strict = true\n",
                        Search.class,
                        Scoped.class,
                        Unlimited.class)
                .addAsWebInfResource(new StringAsset(ALL), "beans.xml");
    }

    /** A resource that nobody gave a scope. */
    @Path("search")
    public static class Search {
        /** Would pass a hundred calls a second. */
        @GET
        @RateLimiter
        public String search() {
            return "";
        }
    }

    /** A resource that is a bean for every container. */
    @Path("scoped")
    @Dependent
    public static class Scoped {
        /** Passes a hundred calls a second. */
        @GET
        @RateLimiter
        public String search() {
            return "";
        }
    }

    /** A resource of which no method is limited. */
    @Path("unlimited")
    public static class Unlimited {
        /** Passes every call. */
        @GET
        public String search() {
            return "";
        }
    }

    @ArquillianResource Deployer deployer;

    @Test
    void warnsOfALimitedResourceClassWithoutAScope() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-008", Search.class.getName(), "@RequestScoped")
                .doNotContain("R4C-CDI-008", Scoped.class.getName())
                .doNotContain("R4C-CDI-008", Unlimited.class.getName());
    }
}
