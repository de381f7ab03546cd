// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S29: "Where the annotation can never act, nobody is left to believe that it does": a REST client
 * shows interceptors only the methods that its own interface declares.
 */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class RestClientWarningsTest {
    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return Archives.war(
                "resilience4cata.cdi.strict = true\n",
                Counting.class,
                Catalogue.class,
                Prices.class);
    }

    /** What clients have in common. */
    public interface Counting extends AutoCloseable {
        /** Passes every call. */
        @GET
        @Path("count")
        @RateLimiter
        String count();

        /** Passes every call. */
        @GET
        @Path("sum")
        String sum();

        @Override
        void close();
    }

    /** A client without a limit of its own. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @Path("catalogue")
    public interface Catalogue extends Counting {}

    /** A client with a limit on its type. */
    @RegisterRestClient(baseUri = "http://localhost:1")
    @Path("prices")
    @RateLimiter
    public interface Prices extends Counting {
        /** Passes a hundred calls. */
        @GET
        String read();

        @Override
        String count();
    }

    @ArquillianResource Deployer deployer;

    /** Situation 53. */
    @Test
    void warnsOfMethodsThatAClientInherits() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-001", Catalogue.class.getName() + "#count()", "declare it")
                .contain("R4C-CDI-001", Prices.class.getName() + "#sum()", "declare it")
                .doNotContain("R4C-CDI-001", Catalogue.class.getName() + "#sum()")
                .doNotContain("R4C-CDI-001", Prices.class.getName() + "#count()")
                .doNotContain("R4C-CDI-001", Prices.class.getName() + "#read()");
    }
}
