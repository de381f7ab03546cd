// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.spi.ClusterStoreProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Without a bean for it, a provider opens a store as the properties of the application say. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class StoreProviderTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                        """
                        resilience4cata.cluster.table.open = true
                        resilience4cata.cdi.strict = true
                        """,
                        Calls.class,
                        TableStore.class,
                        TableStoreProvider.class,
                        Limited.class)
                .addAsServiceProvider(ClusterStoreProvider.class, TableStoreProvider.class);
    }

    @ApplicationScoped
    static class Limited {
        @RateLimiter(permits = 3, period = "1h", scope = Scope.CLUSTER)
        void call() {}
    }

    @Inject Limited limited;

    /** Its properties are its own, so that nobody calls them unknown. */
    @Test
    void opensTheStoreThatPropertiesAskFor() {
        assertEquals(3, Calls.untilRejected(limited::call));
    }
}
