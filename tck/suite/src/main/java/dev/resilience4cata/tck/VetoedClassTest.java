// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Vetoed;
import jakarta.inject.Inject;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Situation 34: a class that looks like a limited bean and is none. What is wrong with its
 * annotations is no problem of the deployment. {@link UndiscoveredClassTest} has more of them.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class VetoedClassTest {
    private static final String HERE = VetoedClassTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.cdi.strict = true\n",
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Reader.class,
                WithVeto.class,
                Base.class,
                Heir.class,
                Factory.class);
    }

    interface Reader {
        @RateLimiter(permits = 2)
        void read();
    }

    @Vetoed
    @ApplicationScoped
    static class WithVeto implements Reader {
        @RateLimiter(permits = 0)
        void call() {}

        @RateLimiter
        static void shared() {}

        @Override
        public void read() {}
    }

    @Vetoed
    static class Base {
        @RateLimiter(permits = 2)
        void call() {}
    }

    @ApplicationScoped
    static class Heir extends Base {}

    /** Makes beans of what the container does not make beans. */
    @ApplicationScoped
    static class Factory {
        @Produces
        @Dependent
        WithVeto makeWithVeto() {
            return new WithVeto();
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject WithVeto withVeto;
    @Inject Heir heir;

    @Test
    void doesNotLimitWhatIsNoBean() {
        Calls.pass(withVeto::call);
        Calls.pass(withVeto::read);
    }

    /** A veto is not inherited, and the annotation of a method is (situation 4). */
    @Test
    void limitsABeanThatExtendsAVetoedClass() {
        assertEquals(2, Calls.burst(clock, heir::call));
    }

    @Test
    void createsNoLimiterForWhatIsNoBean() {
        assertEquals(List.of(HERE + "$Heir#call()"), LimiterIds.of(registry));
    }
}
