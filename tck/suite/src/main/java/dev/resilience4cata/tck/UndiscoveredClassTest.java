// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.inject.Inject;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Situation 34: classes that look like limited beans, and that an extension or a beans.xml keeps
 * from being any. What is wrong with their annotations is no problem of the deployment.
 */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class UndiscoveredClassTest {
    private static final String HERE = UndiscoveredClassTest.class.getName();

    private static final String BEANS_XML =
            """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"
                   bean-discovery-mode="annotated">
                <scan>
                    <exclude name="%s$Excluded"/>
                </scan>
            </beans>
            """
                    .formatted(HERE);

    @Deployment
    static WebArchive application() {
        return Archives.war(
                        "resilience4cata.cdi.strict = true\n",
                        Calls.class,
                        LimiterIds.class,
                        Reader.class,
                        VetoedByExtension.class,
                        Excluded.class,
                        Factory.class,
                        Vetoing.class)
                .addAsWebInfResource(new StringAsset(BEANS_XML), "beans.xml")
                .addAsServiceProvider(Extension.class, Vetoing.class);
    }

    interface Reader {
        @RateLimiter(permits = 2)
        void read();
    }

    @ApplicationScoped
    @RateLimiter(permits = 0)
    static class VetoedByExtension implements Reader {
        @RateLimiter
        static void shared() {}

        @Override
        public void read() {}
    }

    @ApplicationScoped
    static class Excluded implements Reader {
        @RateLimiter(permits = 0)
        void call() {}

        @RateLimiter
        static void shared() {}

        @Override
        public void read() {}
    }

    /** Makes beans of what the container does not make beans. */
    @ApplicationScoped
    static class Factory {
        @Produces
        @Dependent
        VetoedByExtension makeVetoedByExtension() {
            return new VetoedByExtension();
        }

        @Produces
        @Dependent
        Excluded makeExcluded() {
            return new Excluded();
        }
    }

    /** Called by the container. */
    public static class Vetoing implements Extension {
        void veto(@Observes ProcessAnnotatedType<VetoedByExtension> event) {
            event.veto();
        }
    }

    @Inject ResilienceRegistry registry;
    @Inject VetoedByExtension vetoedByExtension;
    @Inject Excluded excluded;

    @Test
    void doesNotLimitWhatIsNoBean() {
        Calls.pass(vetoedByExtension::read);
        Calls.pass(excluded::call);
        Calls.pass(excluded::read);
    }

    @Test
    void createsNoLimiterForWhatIsNoBean() {
        assertEquals(List.of(), LimiterIds.of(registry));
    }
}
