// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.KeyContext;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is wrong with keys is said at deployment. */
@Tag("keys")
@ExtendWith(ArquillianExtension.class)
class KeyProblemsTest {
    private static final String HERE = KeyProblemsTest.class.getName();

    @Deployment(name = "wrong keys", managed = false, testable = false)
    static WebArchive application() {
        return Archives.war("resilience4cata.rateLimiter.maxKeys = 0", Search.class, Nobody.class);
    }

    /** By itself: containers without portable extensions refuse it before they look at limits. */
    @Deployment(name = "keys that limit nothing", managed = false, testable = false)
    static WebArchive unlimited() {
        return Archives.war("resilience4cata.cdi.strict = true", Shop.class, Cart.class);
    }

    /** No bean, and nobody can make one. */
    static class Nobody implements KeyResolver {
        private final String key;

        Nobody(String key) {
            this.key = key;
        }

        @Override
        public Object resolve(KeyContext call) {
            return key;
        }
    }

    static class Cart {}

    @ApplicationScoped
    static class Search {
        @RateLimiter(keyedBy = Nobody.class)
        void nobody() {}

        @RateLimiter(keyedBy = Nobody.class)
        void both(@RateLimitKey String user) {}
    }

    @ApplicationScoped
    static class Shop {
        @RateLimiter
        void cart(String name, @RateLimitKey Cart cart) {}
    }

    @ArquillianResource Deployer deployer;

    @Test
    @RunAsClient
    void refusesKeysThatCannotBeHad() {
        Problems.of(deployer, "wrong keys")
                .contain(
                        "R4C-CDI-010",
                        "R4C-CDI-010: @RateLimiter(keyedBy = " + HERE + "$Nobody.class) on ",
                        "$Search#nobody(): it is no bean and has no constructor without",
                        "Make it a bean, or add such a constructor.")
                .contain(
                        "R4C-CDI-010",
                        "$Search#both(java.lang.String): a parameter has @RateLimitKey too",
                        "Remove one of them.");
    }

    @Test
    @RunAsClient
    void refusesARoomForNoKeys() {
        Problems.of(deployer, "wrong keys")
                .contain("R4C-REG-003", "maxKeys", "\"0\"", "R4C-ATR-008");
    }

    @Test
    @RunAsClient
    void warnsOfKeysThatLimitNothing() {
        Problems.of(deployer, "keys that limit nothing")
                .contain(
                        "R4C-CDI-010",
                        "@RateLimitKey on parameter 2 of " + HERE + "$Shop#cart(",
                        "Cart has no equals of its own",
                        "Use a string, a number or a record.");
    }
}
