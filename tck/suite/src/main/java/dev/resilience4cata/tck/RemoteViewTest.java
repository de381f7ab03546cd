// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The view of session beans that {@link SessionBeanTest} leaves. */
@Tag("ejb")
@Tag("remote")
@ExtendWith(ArquillianExtension.class)
class RemoteViewTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class, Calls.class, RemoteOrders.class, RemoteOrdersBean.class);
    }

    @Inject ManualClock clock;

    @EJB(beanName = "RemoteOrdersBean")
    RemoteOrders orders;

    /** S20, S28 for a caller who sees nothing but the remote interface (situations 40, 42). */
    @Test
    void limitsTheRemoteView() {
        clock.advance(Duration.ofDays(1));
        int before = orders.placed();
        assertEquals("ordered a", orders.order("a"));
        assertEquals("ordered b", orders.order("b"));

        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, () -> orders.order("c"));
        assertSame(RateLimitExceededException.class, rejection.getClass());
        assertEquals(
                RemoteOrdersBean.class.getName() + "#order(java.lang.String)",
                rejection.instanceId());
        assertEquals(before + 2, orders.placed());
        assertEquals(2, Calls.burst(clock, () -> orders.order("d")));
    }
}
