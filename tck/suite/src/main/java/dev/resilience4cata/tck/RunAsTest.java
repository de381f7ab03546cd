// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
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

/**
 * A session bean that takes a role to call another one. Many servers want to be told who such a
 * bean is.
 */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class RunAsTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, GuardedVault.class, Administrator.class);
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @EJB GuardedVault vault;
    @EJB Administrator administrator;

    /** F12: "an unauthorised call to an EJB costs no permit"; one that is authorised does. */
    @Test
    void takesAPermitForACallThatIsAllowed() {
        clock.advance(Duration.ofDays(1));
        assertThrows(EJBAccessException.class, vault::open);
        for (int i = 0; i < 3; i++) {
            assertEquals("open", administrator.open());
        }
        assertEquals(0, registry.rateLimiter("vault").availablePermits());
        assertThrows(RateLimitExceededException.class, administrator::open);
        assertThrows(EJBAccessException.class, vault::open);
    }
}
