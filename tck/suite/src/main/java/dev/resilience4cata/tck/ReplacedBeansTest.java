// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Specializes;
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
 * Situation 33: a bean that specializes another, and an alternative that a beans.xml selects, as
 * only full CDI has them. {@link AlternativeTest} has the other alternatives.
 */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class ReplacedBeansTest {
    private static final String HERE = ReplacedBeansTest.class.getName();

    private static final String BEANS_XML =
            """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"
                   bean-discovery-mode="annotated">
                <alternatives>
                    <class>%s$Selected</class>
                </alternatives>
            </beans>
            """
                    .formatted(HERE);

    @Deployment
    static WebArchive application() {
        return Archives.war(
                        TestClock.class,
                        Calls.class,
                        LimiterIds.class,
                        Screen.class,
                        Selected.class,
                        Replaced.class,
                        Replacing.class)
                .addAsWebInfResource(new StringAsset(BEANS_XML), "beans.xml");
    }

    @ApplicationScoped
    static class Screen {
        void show() {}
    }

    @Alternative
    @ApplicationScoped
    static class Selected extends Screen {
        @Override
        @RateLimiter(permits = 4)
        void show() {}
    }

    @ApplicationScoped
    static class Replaced {
        @RateLimiter(permits = 2)
        void call() {}
    }

    @Specializes
    @ApplicationScoped
    static class Replacing extends Replaced {}

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Screen screen;
    @Inject Replaced replaced;

    @Test
    void limitsTheAlternativeThatIsSelected() {
        assertEquals(4, Calls.burst(clock, screen::show));
    }

    @Test
    void limitsASpecializingBean() {
        assertEquals(2, Calls.burst(clock, replaced::call));
    }

    /** Only beans that are enabled count, with the class that is used. */
    @Test
    void createsNoLimiterForWhatIsReplaced() {
        assertEquals(
                List.of(HERE + "$Replacing#call()", HERE + "$Selected#show()"),
                LimiterIds.of(registry));
    }
}
