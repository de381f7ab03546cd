// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBAccessException;
import jakarta.inject.Inject;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Session beans are secured outside of the limiter. {@link RunAsTest} has allowed calls. */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class SessionBeanSecurityTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, GuardedVault.class);
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @EJB GuardedVault vault;

    /** F12: "an unauthorised call to an EJB costs no permit". */
    @Test
    void takesNoPermitForACallThatIsNotAllowed() {
        clock.advance(Duration.ofDays(1));
        for (int i = 0; i < 5; i++) {
            assertThrows(EJBAccessException.class, vault::open);
        }
        assertEquals(3, registry.rateLimiter("vault").availablePermits());
    }
}
