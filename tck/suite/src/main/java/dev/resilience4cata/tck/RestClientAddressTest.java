// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.rest.ClientAddress;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.net.URL;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** S31, C44: limits by the address of the client. The clock stands still. */
@Tag("rest")
@ExtendWith(ArquillianExtension.class)
class RestClientAddressTest {
    @Deployment(name = "open", testable = false)
    static WebArchive open() {
        return Archives.withRest(Archives.war(TestClock.class, Rest.class, Search.class));
    }

    @Deployment(name = "behind", testable = false)
    static WebArchive behind() {
        return Archives.withRest(
                Archives.war(
                        "resilience4cata.rest.trustedProxies = 127.0.0.0/8, ::1, 10.0.0.0/8\n",
                        TestClock.class,
                        Rest.class,
                        Search.class));
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("search")
    @RequestScoped
    public static class Search {
        /** Passes two calls of each client. */
        @GET
        @RateLimiter(permits = 2, period = "1h", keyedBy = ClientAddress.class)
        public String search() {
            return "found";
        }

        /** The key of a call on a thread that the server knows nothing of. */
        @GET
        @Path("elsewhere")
        public String elsewhere() throws ExecutionException, InterruptedException {
            FutureTask<String> task =
                    new FutureTask<>(
                            () -> "key " + new ClientAddress().resolve(KeyContext.of("elsewhere")));
            Thread thread = new Thread(task);
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            thread.start();
            return task.get();
        }
    }

    @ArquillianResource
    @OperateOnDeployment("open")
    URL open;

    @ArquillianResource
    @OperateOnDeployment("behind")
    URL behind;

    private static int from(URL base, String forwardedFor) throws Exception {
        return Requests.ask(base, "rest/search", "X-Forwarded-For", forwardedFor).statusCode();
    }

    /** C44: a header changes nothing. */
    @Test
    @OperateOnDeployment("open")
    void doesNotBelieveAHeader() throws Exception {
        assertEquals(200, from(open, "198.51.100.1"));
        assertEquals(200, from(open, "198.51.100.2"));
        assertEquals(429, from(open, "198.51.100.3"));
        assertEquals(429, Requests.ask(open, "rest/search").statusCode());
    }

    /** S31: clients behind a trusted proxy are told apart by what the proxy has seen. */
    @Test
    @OperateOnDeployment("behind")
    void tellsClientsBehindAProxyApart() throws Exception {
        assertEquals(200, from(behind, "198.51.100.1"));
        assertEquals(200, from(behind, "192.0.2.1, 198.51.100.1, 10.1.2.3"));
        assertEquals(429, from(behind, "192.0.2.2, 198.51.100.1"));
        assertEquals(200, from(behind, "198.51.100.1, 198.51.100.2"));
    }

    /** S31: they belong to no request, whatever the application has made of its thread. */
    @Test
    @OperateOnDeployment("behind")
    void callsOfOtherThreadsHaveNoKey() throws Exception {
        assertEquals("key null", Requests.ask(behind, "rest/search/elsewhere").body());
    }
}
