// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimitKey;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bean of type ClusterStore keeps the limits that several instances share. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class StoreBeanTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                """
                resilience4cata.instances.by-property.rateLimiter.scope = cluster
                resilience4cata.cluster.timeout = 10s
                """,
                Calls.class,
                TableStore.class,
                Store.class,
                Limited.class);
    }

    @ApplicationScoped
    static class Store extends TableStore {}

    @ApplicationScoped
    static class Limited {
        @RateLimiter(name = "shared", permits = 3, period = "1h", scope = Scope.CLUSTER)
        void call() {}

        @RateLimiter(name = "by-property", permits = 2, period = "1h")
        void byProperty() {}

        @RateLimiter(name = "keyed", permits = 1, period = "1h", scope = Scope.CLUSTER)
        void keyed(@RateLimitKey String user) {}

        @RateLimiter(name = "own", permits = 4, period = "1h")
        void own() {}
    }

    @Inject Store store;
    @Inject Limited limited;

    /** Issue "One limit across instances": the annotation, the property, keys. */
    @Test
    void keepsSharedLimitsAndNoOthers() {
        assertEquals(3, Calls.untilRejected(limited::call));
        assertEquals(2, Calls.untilRejected(limited::byProperty));
        assertEquals(1, Calls.untilRejected(() -> limited.keyed("ann")));
        assertEquals(1, Calls.untilRejected(() -> limited.keyed("bob")));
        assertEquals(4, Calls.untilRejected(limited::own));
        assertEquals(4, store.keys());
    }
}
