// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.AuthenticationStatus;
import jakarta.security.enterprise.authentication.mechanism.http.HttpAuthenticationMechanism;
import jakarta.security.enterprise.authentication.mechanism.http.HttpMessageContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URL;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** S31: each caller that the container knows has permits of its own. */
@Tag("web")
@Tag("keys")
@ExtendWith(ArquillianExtension.class)
class CallerPrincipalTest {

    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(Believer.class, Caller.class, Office.class, Door.class);
    }

    /** Believes what the request says; a test needs no more. */
    @ApplicationScoped
    public static class Believer implements HttpAuthenticationMechanism {
        @Override
        public AuthenticationStatus validateRequest(
                HttpServletRequest request,
                HttpServletResponse response,
                HttpMessageContext context) {
            String caller = request.getHeader("Caller");
            return caller == null
                    ? context.doNothing()
                    : context.notifyContainerAboutLogin(caller, Set.of("caller"));
        }
    }

    /** Asks {@code CallerPrincipal}, which lies where the implementation under test does. */
    static class Caller implements KeyResolver {
        private final KeyResolver principal;

        Caller() throws ReflectiveOperationException {
            principal =
                    Class.forName("dev.resilience4cata.cdi.CallerPrincipal")
                            .asSubclass(KeyResolver.class)
                            .getConstructor()
                            .newInstance();
        }

        @Override
        public @Nullable Object resolve(KeyContext call) {
            return principal.resolve(call);
        }
    }

    /** Passes two calls of each caller. */
    @ApplicationScoped
    public static class Office {
        /** Passes if the caller has a permit. */
        @RateLimiter(permits = 2, period = "3d", keyedBy = Caller.class)
        public void enter() {}
    }

    /** Called by the container. */
    @WebServlet("/door")
    public static class Door extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Inject transient Office office;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .write(request.getParameter("behind") == null ? enter() : enterBehind());
        }

        private String enter() {
            try {
                office.enter();
                return "in";
            } catch (RateLimitExceededException e) {
                return "out";
            }
        }

        /**
         * On a thread that the server knows nothing of; beans cannot be called there everywhere.
         */
        private static String enterBehind() throws IOException {
            FutureTask<String> task =
                    new FutureTask<>(
                            () -> "as " + new Caller().resolve(KeyContext.of("elsewhere")));
            Thread thread = new Thread(task);
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            thread.start();
            try {
                return task.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IOException(e);
            }
        }
    }

    @ArquillianResource URL base;

    @Test
    void eachCallerHasPermitsOfItsOwn() throws Exception {
        for (String caller : new String[] {"ann", "bob"}) {
            assertEquals("in", enter("Caller", caller));
            assertEquals("in", enter("Caller", caller));
            assertEquals("out", enter("Caller", caller));
        }
    }

    @Test
    void callersWithoutANameShareAState() throws Exception {
        assertEquals("in", enter());
        assertEquals("in", enter());
        assertEquals("out", enter());
    }

    @Test
    void callsOfOtherThreadsAreNotThoseOfTheCaller() throws Exception {
        String nobody = Requests.ask(base, "door?behind").body();
        assertTrue(nobody.startsWith("as "), nobody);
        assertEquals(nobody, Requests.ask(base, "door?behind", "Caller", "cid").body());
    }

    private String enter(String... headers) throws IOException, InterruptedException {
        return Requests.ask(base, "door", headers).body();
    }
}
