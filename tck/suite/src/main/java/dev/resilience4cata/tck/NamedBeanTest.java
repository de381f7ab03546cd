// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Situation 57: beans that are found by their names. {@link PageTest} finds them from a page. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class NamedBeanTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(TestClock.class, Calls.class, Cashier.class, Baker.class);
    }

    @Named
    @RequestScoped
    static class Cashier {
        @RateLimiter(permits = 2)
        void serve() {}
    }

    /** The name of the bean is not the name of the limiter. */
    @Named("theBaker")
    @Dependent
    static class Baker {
        @RateLimiter(name = "baker", permits = 3)
        void serve() {}
    }

    @Inject ManualClock clock;
    @Inject BeanManager beanManager;

    private <T> T find(String name, Class<T> type) {
        Bean<?> bean = requireNonNull(beanManager.resolve(beanManager.getBeans(name)));
        return type.cast(
                beanManager.getReference(bean, type, beanManager.createCreationalContext(bean)));
    }

    @Test
    void limitsBeansThatAreFoundByTheirNames() {
        assertEquals(2, Calls.burst(clock, () -> find("cashier", Cashier.class).serve()));
        assertEquals(3, Calls.burst(clock, () -> find("theBaker", Baker.class).serve()));
    }
}
