// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.inject.Inject;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S30: the limiter's values come from the container's metadata, with "annotations that other
 * extensions added", never from reflection alone (C32). {@link CarriedAnnotationTest} has the rest.
 */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class ContainerMetadataTest {
    private static final String HERE = ContainerMetadataTest.class.getName();

    @Deployment
    static WebArchive application() {
        return Archives.war(
                        TestClock.class,
                        Calls.class,
                        LimiterIds.class,
                        Added.class,
                        Removed.class,
                        Changed.class,
                        Annotating.class,
                        PermitsLiteral.class)
                .addAsServiceProvider(Extension.class, Annotating.class);
    }

    @ApplicationScoped
    static class Added {
        void call() {}

        void other() {}
    }

    @ApplicationScoped
    static class Removed {
        @RateLimiter(permits = 2)
        void call() {}
    }

    @ApplicationScoped
    static class Changed {
        @RateLimiter(permits = 2)
        void call() {}
    }

    /** Called by the container. */
    public static class Annotating implements Extension {
        void add(@Observes ProcessAnnotatedType<Added> event) {
            event.configureAnnotatedType()
                    .filterMethods(method -> method.getJavaMember().getName().equals("call"))
                    .forEach(method -> method.add(new PermitsLiteral(5)));
        }

        void remove(@Observes ProcessAnnotatedType<Removed> event) {
            event.configureAnnotatedType()
                    .methods()
                    .forEach(method -> method.remove(a -> a instanceof RateLimiter));
        }

        void change(@Observes ProcessAnnotatedType<Changed> event) {
            event.configureAnnotatedType()
                    .methods()
                    .forEach(
                            method ->
                                    method.remove(a -> a instanceof RateLimiter)
                                            .add(new PermitsLiteral(6)));
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Added added;
    @Inject Removed removed;
    @Inject Changed changed;

    @Test
    void takesAnAnnotationThatAnExtensionAdds() {
        assertEquals(5, Calls.burst(clock, added::call));
        Calls.pass(added::other);
    }

    @Test
    void doesNotLimitWhereAnExtensionRemovesTheAnnotation() {
        Calls.pass(removed::call);
    }

    @Test
    void takesTheValuesThatAnExtensionSets() {
        assertEquals(6, Calls.burst(clock, changed::call));
    }

    /** S29: no limiter is created where the annotation does not act. */
    @Test
    void createsTheLimitersThatTheMetadataAsksFor() {
        assertEquals(
                List.of(HERE + "$Added#call()", HERE + "$Changed#call()"), LimiterIds.of(registry));
    }
}
