// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.inject.Inject;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servlets, filters and listeners, which the server makes itself. */
@Tag("web")
@ExtendWith(ArquillianExtension.class)
class ServletTest {
    private static final String SERVICE =
            "#service(jakarta.servlet.ServletRequest,jakarta.servlet.ServletResponse)";
    private static final String FILTER =
            "#doFilter(jakarta.servlet.ServletRequest,jakarta.servlet.ServletResponse,"
                    + "jakarta.servlet.FilterChain)";

    private static final String WEB_XML =
            """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <error-page>
                <exception-type>dev.resilience4cata.RateLimitExceededException</exception-type>
                <location>/rejected</location>
              </error-page>
            </web-app>
            """;

    @Deployment(testable = false)
    static WebArchive application() {
        return Archives.war(
                        TestClock.class,
                        Answering.class,
                        Plain.class,
                        OnType.class,
                        Named.class,
                        OnService.class,
                        OnFilter.class,
                        OnFilterType.class,
                        OnListener.class,
                        Rejected.class,
                        Limiters.class)
                .setWebXML(new StringAsset(WEB_XML));
    }

    private abstract static class Answering extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print("passed");
        }
    }

    /** Called by the container. Stands behind the filters. */
    @WebServlet({"/filtered", "/filtered/type"})
    public static class Plain extends Answering {
        private static final long serialVersionUID = 1L;
    }

    /** Called by the container. */
    @WebServlet("/type")
    @RateLimiter(permits = 2, period = "1s")
    public static class OnType extends Answering {
        private static final long serialVersionUID = 1L;
    }

    /** Called by the container. All that is limited of it shares a limiter. */
    @WebServlet("/named")
    @RateLimiter(name = "named servlet", permits = 1, period = "1s")
    public static class Named extends Answering {
        private static final long serialVersionUID = 1L;
    }

    /** Called by the container. */
    @WebServlet("/service")
    public static class OnService extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        @RateLimiter(permits = 2, period = "1s")
        public void service(ServletRequest request, ServletResponse response) throws IOException {
            response.getWriter().print("passed");
        }
    }

    /** Called by the container. */
    @WebFilter("/filtered")
    public static class OnFilter implements Filter {
        @Override
        @RateLimiter(permits = 2, period = "1s")
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, jakarta.servlet.ServletException {
            chain.doFilter(request, response);
        }
    }

    /** Called by the container. */
    @WebFilter("/filtered/type")
    @RateLimiter(permits = 2, period = "1s")
    public static class OnFilterType implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, jakarta.servlet.ServletException {
            chain.doFilter(request, response);
        }
    }

    /** Called by the container for every request. */
    @WebListener
    public static class OnListener implements ServletRequestListener {
        @Override
        @RateLimiter(name = "listener", permits = 1_000, period = "1s")
        public void requestInitialized(ServletRequestEvent event) {}
    }

    /** Called by the container. Answers requests that were rejected. */
    @WebServlet("/rejected")
    public static class Rejected extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            Object rejection = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
            response.setStatus(429);
            response.getWriter().print(((RateLimitExceededException) rejection).instanceId());
        }
    }

    /** Called by the container. Moves the clock, and tells of the limiters. */
    @WebServlet("/limiters")
    public static class Limiters extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Inject transient ManualClock clock;
        @Inject transient ResilienceRegistry registry;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            clock.advance(Duration.parse(request.getParameter("after")));
            response.getWriter()
                    .print(
                            registry.snapshot().rateLimiters().stream()
                                    .map(each -> each.instance() + " " + each.availablePermits())
                                    .collect(Collectors.joining("\n")));
        }
    }

    @ArquillianResource URL base;

    private final HttpClient client = HttpClient.newHttpClient();

    private String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(
                        HttpRequest.newBuilder(URI.create(base + path)).build(),
                        HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private void passesTwoRequests(String path, String id)
            throws IOException, InterruptedException {
        get("limiters?after=P1D");
        assertEquals("200 passed", get(path));
        assertEquals("200 passed", get(path));
        assertEquals("429 " + id, get(path));
        get("limiters?after=PT0.5S");
        assertEquals("200 passed", get(path));
        assertEquals("429 " + id, get(path));
    }

    /**
     * S20: a request costs one permit, although the servlet passes it from method to method
     * (situation 54).
     */
    @Test
    void limitsAServletByAnAnnotationOnItsType() throws Exception {
        passesTwoRequests("type", OnType.class.getName() + SERVICE);
    }

    /** Situation 54. */
    @Test
    void limitsAServletByItsServiceMethod() throws Exception {
        passesTwoRequests("service", OnService.class.getName() + SERVICE);
    }

    /** Situation 54: the server initializes the servlet before its first request. */
    @Test
    void takesNoPermitToInitializeAServlet() throws Exception {
        get("limiters?after=P1D");
        assertEquals("200 passed", get("named"));
        assertEquals("429 named servlet", get("named"));
    }

    /** Situation 56. */
    @Test
    void limitsFilters() throws Exception {
        passesTwoRequests("filtered", OnFilter.class.getName() + FILTER);
        passesTwoRequests("filtered/type", OnFilterType.class.getName() + FILTER);
    }

    /**
     * S20 for a listener (situation 56); and S29: "No limiter … is created" for what is not
     * limited.
     */
    @Test
    void hasOneLimiterForEachPlaceAndTakesOnePermitForEachEvent() throws Exception {
        String expected =
                "200 "
                        + String.join(
                                "\n",
                                OnFilter.class.getName() + FILTER + " 2",
                                OnFilterType.class.getName() + FILTER + " 2",
                                OnService.class.getName() + SERVICE + " 2",
                                OnType.class.getName() + SERVICE + " 2",
                                "listener ");
        assertEquals(expected + "1000\nnamed servlet 1", get("limiters?after=P1D"));
        assertEquals(expected + "999\nnamed servlet 1", get("limiters?after=PT0S"));
        assertEquals(expected + "998\nnamed servlet 1", get("limiters?after=PT0S"));
    }
}
