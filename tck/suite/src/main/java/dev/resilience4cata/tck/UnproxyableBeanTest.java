// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Beans of which the container can make no proxy, as a limit needs one. It refuses them itself, in
 * its own words, with the name of the class among them.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class UnproxyableBeanTest {
    private static final String HERE = UnproxyableBeanTest.class.getName();

    @Deployment(name = "private constructor", managed = false, testable = false)
    static WebArchive privateConstructor() {
        return Archives.war(PrivateConstructor.class, NeedsPrivateConstructor.class);
    }

    @Deployment(name = "final class", managed = false, testable = false)
    static WebArchive finalClass() {
        return Archives.war(FinalClass.class, NeedsFinalClass.class);
    }

    @Deployment(name = "final method", managed = false, testable = false)
    static WebArchive finalMethod() {
        return Archives.war(FinalMethod.class, NeedsFinalMethod.class);
    }

    @Deployment(name = "without limits", managed = false, testable = false)
    static WebArchive withoutLimits() {
        return Archives.war(
                        FinalClass.class,
                        NeedsFinalClass.class,
                        FinalMethod.class,
                        NeedsFinalMethod.class,
                        Unlimiting.class)
                .addAsServiceProvider(Extension.class, Unlimiting.class);
    }

    @ApplicationScoped
    static class PrivateConstructor {
        @Inject
        private PrivateConstructor() {}

        @RateLimiter
        void call() {}
    }

    @ApplicationScoped
    static class NeedsPrivateConstructor {
        @Inject PrivateConstructor bean;
    }

    @Dependent
    @RateLimiter
    static final class FinalClass {
        void call() {}
    }

    @ApplicationScoped
    static class NeedsFinalClass {
        @Inject FinalClass bean;
    }

    /** The annotation stands on the class, for the sake of the other method. */
    @Dependent
    @RateLimiter
    static class FinalMethod {
        final void call() {}

        void other() {}
    }

    @ApplicationScoped
    static class NeedsFinalMethod {
        @Inject FinalMethod bean;
    }

    /** Called by the container. Takes the limits away. */
    public static class Unlimiting implements Extension {
        void removeFromClass(@Observes ProcessAnnotatedType<FinalClass> event) {
            event.configureAnnotatedType().remove(annotation -> annotation instanceof RateLimiter);
        }

        void removeFromMethods(@Observes ProcessAnnotatedType<FinalMethod> event) {
            event.configureAnnotatedType().remove(annotation -> annotation instanceof RateLimiter);
        }
    }

    @ArquillianResource Deployer deployer;

    private void assertRefused(String deployment, String type) {
        String message = RefusedDeployment.messageOf(deployer, deployment);

        assertTrue(message.contains(HERE + "$" + type), message);
    }

    /** Situation 37. Without any such constructor, some containers do all the same. */
    @Test
    void leavesBeansWithoutAUsableConstructorToTheContainer() {
        assertRefused("private constructor", "PrivateConstructor");
    }

    /** Situations 22 and 37; limits.md: "Final methods and classes make the container refuse". */
    @Test
    void leavesFinalClassesToTheContainer() {
        assertRefused("final class", "FinalClass");
        assertRefused("final method", "FinalMethod");
    }

    /** It is the limit that needs a proxy (situations 22 and 37). */
    @Test
    void deploysFinalClassesThatHaveNoLimit() {
        deployer.deploy("without limits");
        deployer.undeploy("without limits");
    }
}
