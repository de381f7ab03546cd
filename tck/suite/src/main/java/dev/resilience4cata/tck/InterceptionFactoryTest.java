// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InterceptionFactory;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Situation 28: what a producer makes with an {@link InterceptionFactory}. A container may hide
 * from the interceptor which annotation it runs for, and the deployment has not seen it.
 */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class InterceptionFactoryTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class, Calls.class, Foreign.class, Producers.class, PermitsLiteral.class);
    }

    static class Foreign {
        void call() {}

        void other() {}
    }

    @ApplicationScoped
    static class Producers {
        @Produces
        Foreign foreign(InterceptionFactory<Foreign> factory) {
            factory.configure()
                    .filterMethods(method -> method.getJavaMember().getName().equals("call"))
                    .forEach(method -> method.add(new PermitsLiteral(2)));
            return factory.createInterceptedInstance(new Foreign());
        }
    }

    @Inject ManualClock clock;
    @Inject Foreign foreign;

    /** The calls are limited as the annotation says, or they fail; none passes without a limit. */
    @Test
    void neverLetsAnAddedAnnotationPassUnlimited() {
        Calls.pass(foreign::other);
        int passed;
        try {
            passed = Calls.burst(clock, foreign::call);
        } catch (ResilienceException e) {
            assertEquals("R4C-CDI-005", e.code());
            return;
        }
        assertEquals(2, passed);
    }
}
