// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Priority;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * REST resources are secured outside of the limiter, by the server and by the implementation of
 * Jakarta REST.
 */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RestSecurityTest {
    /** WildFly looks at the annotations of resources if the parameter says so. */
    private static final String WEB_XML =
            """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <context-param>
                <param-name>resteasy.role.based.security</param-name>
                <param-value>true</param-value>
              </context-param>
              <security-constraint>
                <web-resource-collection>
                  <web-resource-name>closed</web-resource-name>
                  <url-pattern>/rest/vault/closed</url-pattern>
                </web-resource-collection>
                <auth-constraint>
                  <role-name>admin</role-name>
                </auth-constraint>
              </security-constraint>
              <login-config>
                <auth-method>BASIC</auth-method>
              </login-config>
              <security-role>
                <role-name>admin</role-name>
              </security-role>
            </web-app>
            """;

    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(
                        Rest.class, Vault.class, Caller.class, Role.class, TooManyRequests.class)
                .setWebXML(new StringAsset(WEB_XML));
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("vault")
    @RequestScoped
    public static class Vault {
        @Inject ResilienceRegistry registry;

        /** Passes three calls of an administrator. */
        @GET
        @RolesAllowed("admin")
        @RateLimiter(name = "vault", permits = 3, period = "3d")
        public String open() {
            return "open";
        }

        /** Behind the constraint of the deployment descriptor. */
        @GET
        @Path("closed")
        @RateLimiter(name = "closed", permits = 3, period = "3d")
        public String closed() {
            return "open";
        }

        /** How many calls would pass now. */
        @GET
        @Path("permits")
        public String permits() {
            return registry.rateLimiter("vault").availablePermits()
                    + " "
                    + registry.rateLimiter("closed").availablePermits();
        }
    }

    /** A caller who has the role that the request says. */
    record Role(String name) implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return () -> "somebody";
        }

        @Override
        public boolean isUserInRole(String role) {
            return role.equals(name);
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return "of the test";
        }
    }

    /** Called by the container. Believes what the request says; a test needs no more. */
    @Provider
    @Priority(Priorities.AUTHENTICATION)
    public static class Caller implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            String role = request.getHeaderString("Role");
            if (role != null) {
                request.setSecurityContext(new Role(role));
            }
        }
    }

    /** Called by the container. */
    @Provider
    public static class TooManyRequests implements ExceptionMapper<RateLimitExceededException> {
        @Override
        public Response toResponse(RateLimitExceededException rejection) {
            return Response.status(429).entity(rejection.instanceId()).build();
        }
    }

    @ArquillianResource URL base;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(String path, String role)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(base + "rest/" + path))
                        .header("Role", role)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** F12: "an unauthorised call to a REST resource costs no permit". */
    @Test
    @Order(1)
    void takesNoPermitForARequestThatIsNotAllowed() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertNotAllowed(get("vault", "guest"));
            assertEquals(401, get("vault/closed", "admin").statusCode());
        }

        assertEquals("3 3", get("vault/permits", "guest").body());
    }

    /** F12: one that is allowed does. */
    @Test
    @Order(2)
    void takesAPermitForARequestThatIsAllowed() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertEquals("open", get("vault", "admin").body());
        }
        assertEquals(429, get("vault", "admin").statusCode());
        assertNotAllowed(get("vault", "guest"));
    }

    /** Who the caller is, a server may ask the servlet container too. */
    private static void assertNotAllowed(HttpResponse<String> response) {
        assertTrue(List.of(401, 403).contains(response.statusCode()), response::toString);
    }
}
