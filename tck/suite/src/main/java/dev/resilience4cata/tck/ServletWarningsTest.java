// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.Dependent;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S29: "HttpServlet.doXxx … a deployment warning that names the place and the remedy", seen as
 * {@link WarningsTest} sees it. The servlets have a scope, so that every container looks at them.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class ServletWarningsTest {
    private static final String HERE = ServletWarningsTest.class.getName();
    private static final String HTTP =
            "(jakarta.servlet.http.HttpServletRequest,jakarta.servlet.http.HttpServletResponse)";

    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return Archives.war(
                "resilience4cata.cdi.strict = true\n",
                OnMethods.class,
                OnType.class,
                OnFilter.class);
    }

    @Dependent
    static class OnMethods extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        @RateLimiter
        public void init() {}

        @Override
        @RateLimiter
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {}

        @Override
        @RateLimiter
        protected void service(HttpServletRequest request, HttpServletResponse response) {}

        @Override
        @RateLimiter
        public void service(ServletRequest request, ServletResponse response) {}
    }

    @Dependent
    @RateLimiter
    static class OnType extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {}
    }

    @Dependent
    static class OnFilter implements Filter {
        @Override
        @RateLimiter
        public void init(FilterConfig config) {}

        @Override
        @RateLimiter
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
    }

    @ArquillianResource Deployer deployer;

    /** Situation 54. */
    @Test
    void warnsOfMethodsThatAServletCallsItself() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-001", HERE + "$OnMethods#doGet" + HTTP, "on the class")
                .contain("R4C-CDI-001", HERE + "$OnMethods#service" + HTTP, "on the class");
    }

    /** Situations 54 and 56. */
    @Test
    void warnsOfTheLifeCycleOfServletsAndFilters() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-001", HERE + "$OnMethods#init()")
                .contain("R4C-CDI-001", HERE + "$OnFilter#init(jakarta.servlet.FilterConfig)");
    }

    /** What the container calls for a request is limited (situations 54, 56). */
    @Test
    void doesNotWarnOfWhatIsLimited() {
        Problems.of(deployer, "strict")
                .doNotContain("R4C-CDI-001", "#service(jakarta.servlet.ServletRequest")
                .doNotContain("R4C-CDI-001", "#doFilter")
                .doNotContain("R4C-CDI-001", "$OnType");
    }
}
