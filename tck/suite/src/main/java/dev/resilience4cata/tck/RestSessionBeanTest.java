// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.net.URL;
import java.net.http.HttpResponse;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rejections that come through enterprise beans. The clock stands still. */
@Tag("rest")
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class RestSessionBeanTest {
    @Deployment(name = "with", testable = false)
    static WebArchive application() {
        return Archives.withRest(without());
    }

    /** The same one without what is tested here. */
    @Deployment(name = "without", testable = false)
    static WebArchive without() {
        return Archives.war(
                TestClock.class,
                Rest.class,
                Desk.class,
                StatelessOffice.class,
                StatelessResource.class,
                Known.class,
                OfKnown.class);
    }

    /** An application with an answer for everything that is wrong. */
    @Deployment(name = "with, for all", testable = false)
    static WebArchive applicationForAll() {
        return Archives.withRest(withoutForAll());
    }

    /** The same one without what is tested here. */
    @Deployment(name = "without, for all", testable = false)
    static WebArchive withoutForAll() {
        return without().addClass(OfAll.class);
    }

    /** Called by the container. */
    @ApplicationPath("rest")
    public static class Rest extends Application {}

    /** Called by the container. */
    @Path("desk")
    @RequestScoped
    public static class Desk {
        @EJB StatelessOffice office;

        /** What the bean does. */
        @GET
        @Path("{how}")
        public String work(@PathParam("how") String how) {
            return office.work(how);
        }
    }

    /** What the application has an answer for. */
    public static class Known extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Called by the container. */
    @Provider
    public static class OfKnown implements ExceptionMapper<Known> {
        @Override
        public Response toResponse(Known e) {
            return Response.status(409).entity("known").build();
        }
    }

    /** Called by the container. */
    @Provider
    public static class OfAll implements ExceptionMapper<RuntimeException> {
        @Override
        public Response toResponse(RuntimeException e) {
            return Response.status(409).entity("all " + e.getClass().getSimpleName()).build();
        }
    }

    /** Situation 50: a resource that is a session bean. */
    @Test
    @OperateOnDeployment("with")
    void answersForAResourceThatIsASessionBean(
            @ArquillianResource @OperateOnDeployment("with") URL base) throws Exception {
        assertEquals(200, Requests.ask(base, "rest/limited").statusCode());
        HttpResponse<String> rejected = Requests.ask(base, "rest/limited");
        assertEquals(429, rejected.statusCode());
        assertEquals("90", rejected.headers().firstValue("Retry-After").orElse(""));
    }

    /** Situation 50: in what the container of enterprise beans wraps. */
    @Test
    @OperateOnDeployment("with")
    void findsTheRejection(@ArquillianResource @OperateOnDeployment("with") URL base)
            throws Exception {
        HttpResponse<String> rejected = Requests.ask(base, "rest/desk/rejected");
        assertEquals(429, rejected.statusCode(), rejected::body);
        assertEquals("1", rejected.headers().firstValue("Retry-After").orElse(""));
    }

    /** Situation 50: what is no rejection is answered as without the module. */
    @Test
    @OperateOnDeployment("with")
    void leavesOtherAnswersAlone(
            @ArquillianResource @OperateOnDeployment("with") URL with,
            @ArquillianResource @OperateOnDeployment("without") URL without)
            throws Exception {
        answersAlike(with, without);
    }

    /** Situation 50: nor is it another exception that a mapper of a class above it gets. */
    @Test
    @OperateOnDeployment("with, for all")
    void leavesOtherAnswersToAMapperOfAll(
            @ArquillianResource @OperateOnDeployment("with, for all") URL with,
            @ArquillianResource @OperateOnDeployment("without, for all") URL without)
            throws Exception {
        answersAlike(with, without);
    }

    private static void answersAlike(URL with, URL without) throws Exception {
        for (String how : new String[] {"nothing", "broken", "completion", "known", "response"}) {
            assertEquals(
                    RestRejectionTest.answer(without, "rest/desk/" + how),
                    RestRejectionTest.answer(with, "rest/desk/" + how),
                    how);
        }
    }
}
