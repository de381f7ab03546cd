// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** api.md, "CDI": the beans that the extension adds. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class InjectionTest {
    @Deployment
    static WebArchive application() {
        return Archives.withLimiterQualifier(
                Archives.war(
                        TestClock.class,
                        Calls.class,
                        LimiterIds.class,
                        Mail.class,
                        Monitor.class,
                        Visit.class,
                        Serialized.class));
    }

    @ApplicationScoped
    static class Mail {
        @RateLimiter(name = "mail", permits = 5, period = "1s")
        void send() {}

        @RateLimiter(permits = 7)
        void receive() {}

        @RateLimiter(name = "fax", permits = 9, enabled = "false")
        void fax() {}
    }

    @ApplicationScoped
    static class Monitor {
        @Inject
        @LimiterQualifier.Of("mail")
        RateLimiterHandle mail;

        @Inject
        @LimiterQualifier.Of("dev.resilience4cata.tck.InjectionTest$Mail#receive()")
        RateLimiterHandle receive;

        RateLimiterHandle mail() {
            return mail;
        }

        RateLimiterHandle receive() {
            return receive;
        }
    }

    /** A container may write the beans of a session to a file, and read them again. */
    @SessionScoped
    @SuppressWarnings("serial") // the container injects what can be serialized
    static class Visit implements Serializable {
        private static final long serialVersionUID = 1L;

        @Inject ResilienceRegistry registry;

        @Inject
        @LimiterQualifier.Of("mail")
        RateLimiterHandle mail;
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Mail mail;
    @Inject Monitor monitor;

    /** A handle is injected by the id of its limiter. */
    @Test
    void injectsTheHandleOfALimiter() {
        assertEquals("mail", monitor.mail().instanceId());
        assertEquals(
                "dev.resilience4cata.tck.InjectionTest$Mail#receive()",
                monitor.receive().instanceId());
    }

    /** The handle shows and changes the limiter of the bean, not one of its own. */
    @Test
    void injectsTheLimiterThatTheBeanUses() {
        clock.advance(Duration.ofDays(1));
        mail.send();
        assertEquals(4, monitor.mail().availablePermits());

        assertTrue(monitor.mail().tryAcquire());
        assertEquals(3, Calls.untilRejected(mail::send));

        assertEquals(Duration.ofMillis(200), monitor.mail().timeToNextPermit());
        assertFalse(monitor.mail().tryAcquire());
    }

    /** S23: a limiter can be reconfigured while the application runs. */
    @Test
    void changesTheLimiterThatTheBeanUses() {
        clock.advance(Duration.ofDays(1));
        monitor.receive().reconfigure(config -> config.permits(2));
        try {
            assertEquals(2, Calls.untilRejected(mail::receive));
        } finally {
            monitor.receive().reconfigure(config -> config.permits(7));
        }
    }

    /** api.md: a snapshot of each limiter, "sorted by instance", before any call was made. */
    @Test
    void listsAllLimiters() {
        assertEquals(
                List.of("dev.resilience4cata.tck.InjectionTest$Mail#receive()", "fax", "mail"),
                LimiterIds.of(registry));
    }

    /** A look-up in code finds what is injected. */
    @Test
    void findsTheRegistryInCode() {
        clock.advance(Duration.ofDays(1));
        mail.send();

        ResilienceRegistry found = CDI.current().select(ResilienceRegistry.class).get();
        BeanManager beans = CDI.current().getBeanManager();
        Bean<?> bean = beans.resolve(beans.getBeans(ResilienceRegistry.class));
        ResilienceRegistry reference =
                (ResilienceRegistry)
                        beans.getReference(
                                bean,
                                ResilienceRegistry.class,
                                beans.createCreationalContext(bean));

        assertEquals(LimiterIds.of(registry), LimiterIds.of(found));
        assertEquals(4, found.rateLimiter("mail").availablePermits());
        assertEquals(4, reference.rateLimiter("mail").availablePermits());
    }

    /** What is injected can be passivated with its bean, and is the same limiter afterwards. */
    @Test
    @Tag("cdi-full")
    void isFoundAgainAfterSerialization() throws Exception {
        clock.advance(Duration.ofDays(1));
        Serializable written = (Serializable) monitor.mail();
        RateLimiterHandle read = (RateLimiterHandle) Serialized.copy(written);
        ResilienceRegistry again = (ResilienceRegistry) Serialized.copy((Serializable) registry);

        mail.send();

        assertEquals(4, read.availablePermits());
        assertEquals(4, again.rateLimiter("mail").availablePermits());
    }

    /** The page: "an unknown id throws R4C-REG-009", which "lists the nearest ones". */
    @Test
    void refusesAnUnknownId() {
        ResilienceException unknown =
                assertThrows(ResilienceException.class, () -> registry.rateLimiter("mial"));

        assertEquals("R4C-REG-009", unknown.code());
        assertTrue(unknown.toString().matches(".*R4C-REG-009: .*\"mial\".*\"mail\".*"));
    }
}
