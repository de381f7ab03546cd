// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.RateLimiterSnapshot;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Limits that come from system properties and from the environment, with and without MicroProfile
 * Config (C24). The runner sets these variables in the environment of the container:
 *
 * <pre>
 * RESILIENCE4CATA_INSTANCES_DEV_RESILIENCE4CATA_TCK_SYSTEMPROPERTIESTEST_LIMITED_ENVIRONMENT_JAVA_LANG_STRING_INT____RATELIMITER_PERMITS=77
 * RESILIENCE4CATA_INSTANCES_BOTH_RATELIMITER_PERMITS=78
 * RESILIENCE4CATA_CONFIGS_BY_ENVIRONMENT_RATELIMITER_PERMITS=79
 * </pre>
 */
@Tag("core")
@Tag("system-properties")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class SystemPropertiesTest {
    private static final String TYPE = SystemPropertiesTest.class.getName() + "$Limited";

    @Deployment
    static WebArchive application() {
        return Archives.war(Limited.class, Settings.class)
                .addAsServiceProvider(Extension.class, Settings.class);
    }

    @ApplicationScoped
    static class Limited {
        static class Inner {}

        @RateLimiter
        void properties(String a, int[] b, Inner... c) {}

        @RateLimiter
        void environment(String a, int[] b) {}

        @RateLimiter(name = "config", config = "by-environment")
        void config() {}

        @RateLimiter(name = "both")
        void both() {}

        @RateLimiter(name = "orders: eu = 1", permits = 5, config = "slow")
        void named() {}
    }

    /** Called by the container. Sets properties as long as the application runs, in its process. */
    public static class Settings implements Extension {
        private static final Map<String, String> PROPERTIES =
                Map.of(
                        "resilience4cata.instances."
                                + TYPE
                                + "#properties(java.lang.String,int[],"
                                + TYPE
                                + "$Inner[]).rateLimiter.permits",
                        "70",
                        "resilience4cata.instances.both.rateLimiter.permits",
                        "71",
                        "resilience4cata.instances.orders: eu = 1.rateLimiter.burst",
                        "72",
                        "resilience4cata.configs.slow.rateLimiter.period",
                        " 1m ",
                        "resilience4cata.rateLimiter.maxWait",
                        "PT0.5S",
                        // Nothing here has a key that no limiter uses, so this is no problem.
                        "resilience4cata.cdi.strict",
                        "true");

        void set(@Observes BeforeBeanDiscovery event) {
            PROPERTIES.forEach(System::setProperty);
        }

        void clear(@Observes BeforeShutdown event) {
            PROPERTIES.keySet().forEach(System::clearProperty);
        }
    }

    @Inject ResilienceRegistry registry;

    private RateLimiterSnapshot limiter(String id) {
        return registry.rateLimiter(id).snapshot();
    }

    /** The id is literally the key, with every character that a method signature can have. */
    @Test
    void configuresALimiterByASystemProperty() {
        assertEquals(
                70,
                limiter(TYPE + "#properties(java.lang.String,int[]," + TYPE + "$Inner[])")
                        .permits());
    }

    /** The other keys, and values with blanks and in ISO-8601. */
    @Test
    void readsEveryKindOfKeyFromSystemProperties() {
        assertEquals(
                new RateLimiterSnapshot(
                        "orders: eu = 1",
                        72,
                        5,
                        Duration.ofMinutes(1),
                        72,
                        Duration.ofMillis(500),
                        true),
                limiter("orders: eu = 1"));
    }

    /** C24: "as an environment variable", where all but letters and digits is an underscore. */
    @Test
    void configuresALimiterByAnEnvironmentVariable() {
        assertEquals(77, limiter(TYPE + "#environment(java.lang.String,int[])").permits());
        assertEquals(79, limiter("config").permits());
    }

    /** C26: "two config sources with different ordinals". */
    @Test
    void prefersTheSystemPropertyToTheEnvironment() {
        assertEquals(71, limiter("both").permits());
    }
}
