// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The library in an enterprise archive and once more in its web application (situation 72). */
@Tag("ear")
@ExtendWith(ArquillianExtension.class)
class LibraryTwiceTest {
    @Deployment(name = "twice", managed = false, testable = false)
    static EnterpriseArchive twice() {
        return ShrinkWrap.create(EnterpriseArchive.class)
                .addAsModule(
                        Archives.warModule("shop.war", Shop.class)
                                .addAsLibraries(Archives.libraries()))
                .addAsLibraries(Archives.libraries());
    }

    @ApplicationScoped
    static class Shop {
        @RateLimiter
        void sell() {}
    }

    @ArquillianResource Deployer deployer;

    /** S20: one call costs one permit, or nothing is deployed. */
    @Test
    void isRefused() {
        Problems.of(deployer, "twice")
                .contain("R4C-CDI-002", "RateLimiterInterceptor", "shop.war", "Keep one copy");
    }
}
