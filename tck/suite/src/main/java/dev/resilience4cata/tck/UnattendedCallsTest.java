// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Calls of session beans that nobody waits for: asynchronous ones without a result, and those while
 * the application starts.
 */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class UnattendedCallsTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                LaterMail.class,
                StatelessMail.class,
                StartupPrices.class,
                Heard.class);
    }

    @ApplicationScoped
    static class Heard implements RateLimiterListener {
        private final BlockingQueue<String> ids = new LinkedBlockingQueue<>();

        @Override
        public void onRejected(RateLimiterRejected event) {
            ids.add(event.instance());
        }

        String next() throws InterruptedException {
            return ids.poll(30, TimeUnit.SECONDS);
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Heard heard;

    @EJB LaterMail mail;
    @EJB StartupPrices prices;

    /**
     * Situation 48: "not limited" is the callback of a bean that starts with the application; but
     * the calls that it makes are. First, because the clock has not moved since.
     */
    @Test
    @Order(0)
    void limitsCallsWhileTheApplicationStartsButNotItsCallbacks() {
        assertEquals(3, registry.rateLimiter("startup").availablePermits());
        assertEquals(1, registry.rateLimiter("stateless").availablePermits());
        assertTrue(prices.mailed());
        assertEquals(2, registry.rateLimiter("startup").availablePermits());
    }

    /** Situation 43: limited "on the worker thread", and the rejection is "lost for void". */
    @Test
    @Order(1)
    void limitsAsynchronousCallsWithoutAResult() throws InterruptedException {
        clock.advance(Duration.ofDays(1));
        mail.send();
        Thread worker = LaterMail.SENT.poll(30, TimeUnit.SECONDS);
        assertNotNull(worker);
        assertNotSame(Thread.currentThread(), worker);

        mail.send();
        String rejected = heard.next();
        while (rejected != null && !rejected.equals("later mail")) {
            rejected = heard.next();
        }
        assertEquals("later mail", rejected);

        clock.advance(Duration.ofSeconds(1));
        mail.send();
        assertNotNull(LaterMail.SENT.poll(30, TimeUnit.SECONDS));
        assertEquals(0, LaterMail.SENT.size());
    }
}
