// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S29: "a default method on OpenWebBeans". For containers whose metadata has no default methods
 * that a bean inherits; such a container does not intercept them.
 */
@Tag("core")
@Tag("unseen-default-methods")
@ExtendWith(ArquillianExtension.class)
class UnseenDefaultMethodTest {
    private static final String HERE = UnseenDefaultMethodTest.class.getName();

    @Deployment(name = "lenient", managed = false, testable = false)
    static WebArchive lenient() {
        return Archives.war(
                Greeter.class, Inheriting.class, Overriding.class, Own.class, LimitedClass.class);
    }

    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return Archives.withConfiguration(lenient(), "resilience4cata.cdi.strict = true");
    }

    interface Greeter {
        @RateLimiter
        default String greet(String whom) {
            return "Hello " + whom;
        }
    }

    @ApplicationScoped
    static class Inheriting implements Greeter {}

    @ApplicationScoped
    static class Overriding implements Greeter {
        @Override
        public String greet(String whom) {
            return "Good morning " + whom;
        }
    }

    interface Own {
        default void inherited() {}

        default void overridden() {}
    }

    @ApplicationScoped
    @RateLimiter
    static class LimitedClass implements Own {
        @Override
        public void overridden() {}
    }

    @ArquillianResource Deployer deployer;

    @Test
    void doesNotRefuseALenientDeployment() {
        deployer.deploy("lenient");
        deployer.undeploy("lenient");
    }

    /** S29: "a deployment warning that names the place and the remedy", an error when strict. */
    @Test
    void warnsOfADefaultMethodThatIsNotOverridden() {
        Problems.of(deployer, "strict")
                .contain(
                        "R4C-CDI-001",
                        "on " + HERE + "$Greeter#greet(java.lang.String): ",
                        HERE + "$Inheriting has the method greet(java.lang.String)",
                        "Override the method there.")
                .doNotContain("R4C-CDI-001", HERE + "$Overriding");
    }

    @Test
    void warnsOfADefaultMethodOfALimitedClass() {
        Problems.of(deployer, "strict")
                .contain(
                        "R4C-CDI-001",
                        "on " + HERE + "$LimitedClass: ",
                        HERE + "$LimitedClass has the method inherited()",
                        "Override the method there.")
                .doNotContain("R4C-CDI-001", "overridden()");
    }
}
