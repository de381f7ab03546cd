// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.spi.ClusterStoreProvider;
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

/** A limit that instances are to share needs a store. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class StoreProblemsTest {
    private static final String HERE = StoreProblemsTest.class.getName();

    @Deployment(name = "no store", managed = false, testable = false)
    static WebArchive application() {
        return Archives.war(
                        "resilience4cata.cluster.expectedInstances = few",
                        TableStore.class,
                        TableStoreProvider.class,
                        Limited.class,
                        Wrong.class)
                .addAsServiceProvider(ClusterStoreProvider.class, TableStoreProvider.class);
    }

    @ApplicationScoped
    static class Limited {
        @RateLimiter(permits = 3, period = "1h", scope = Scope.CLUSTER)
        void call() {}
    }

    @ApplicationScoped
    static class Wrong {
        @RateLimiter(permits = 0)
        void call() {}
    }

    @ArquillianResource Deployer deployer;

    /**
     * api.md: "All problems of a deployment are reported together". The provider has no property.
     */
    @Test
    @RunAsClient
    void refusesASharedLimitWithoutAStore() {
        Problems.of(deployer, "no store")
                .contain(
                        "R4C-REG-014",
                        "@RateLimiter on " + HERE + "$Limited#call(): scope = cluster (annotation)",
                        "rate-limiter-redis",
                        "#call().rateLimiter.scope = jvm")
                .contain("R4C-REG-003", "resilience4cata.cluster.expectedInstances", "few")
                .contain("R4C-ATR-003", "(permits = 0) on " + HERE + "$Wrong#call(): ");
    }
}
