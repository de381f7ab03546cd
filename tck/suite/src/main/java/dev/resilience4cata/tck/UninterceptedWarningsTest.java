// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import java.util.Locale;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * S29: "decorators, … a synthetic bean, …: a deployment warning that names the place and the
 * remedy", seen as {@link WarningsTest} sees it.
 */
@Tag("core")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
class UninterceptedWarningsTest {
    private static final String HERE = UninterceptedWarningsTest.class.getName();

    private static final String BEANS_XML =
            """
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0"
                   bean-discovery-mode="annotated">
                <decorators>
                    <class>%s$Loud</class>
                    <class>%s$Quiet</class>
                </decorators>
            </beans>
            """
                    .formatted(HERE, HERE);

    @Deployment(name = "lenient", managed = false, testable = false)
    static WebArchive lenient() {
        return application("");
    }

    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return application("resilience4cata.cdi.strict = true\n");
    }

    private static WebArchive application(String configuration) {
        return Archives.war(
                        configuration,
                        Speaker.class,
                        Host.class,
                        Loud.class,
                        Quiet.class,
                        Machine.class,
                        Api.class,
                        Plain.class,
                        Making.class)
                .addAsWebInfResource(new StringAsset(BEANS_XML), "beans.xml")
                .addAsServiceProvider(Extension.class, Making.class);
    }

    interface Speaker {
        void say(String what);

        @RateLimiter
        void shout(String what);
    }

    @ApplicationScoped
    static class Host implements Speaker {
        @Override
        public void say(String what) {}

        @Override
        public void shout(String what) {}
    }

    @Decorator
    abstract static class Loud implements Speaker {
        @Inject @Delegate Speaker speaker;

        @Override
        @RateLimiter
        public void say(String what) {
            speaker.say(what.toUpperCase(Locale.ROOT));
        }
    }

    @Decorator
    @RateLimiter
    abstract static class Quiet implements Speaker {
        @Inject @Delegate Speaker speaker;

        @Override
        public void say(String what) {
            speaker.say(what.toLowerCase(Locale.ROOT));
        }

        @Override
        public void shout(String what) {
            speaker.shout(what);
        }
    }

    /** Made by {@link Making}. */
    public static class Machine {
        /** Not limited. */
        @RateLimiter
        public void run() {}
    }

    /** Implemented by a class that {@link Making} has, as a generated repository is. */
    @RateLimiter
    public interface Api {
        /** Not limited. */
        void find();
    }

    /** Made by {@link Making}, without a limit. */
    public static class Plain {
        /** Not limited. */
        public void run() {}
    }

    /** Called by the container. */
    public static class Making implements Extension {
        void make(@Observes AfterBeanDiscovery event) {
            event.<Machine>addBean()
                    .beanClass(Machine.class)
                    .addType(Machine.class)
                    .createWith(context -> new Machine());
            event.<Api>addBean().addType(Api.class).createWith(context -> () -> {});
            event.<Plain>addBean().addType(Plain.class).createWith(context -> new Plain());
        }
    }

    @ArquillianResource Deployer deployer;

    @Test
    void doesNotRefuseADeploymentForIt() {
        deployer.deploy("lenient");
        deployer.undeploy("lenient");
    }

    /** Situation 32. What a decorator inherits from the interface is said by the interface. */
    @Test
    void warnsOfDecorators() {
        Problems.of(deployer, "strict")
                .contain(
                        "R4C-CDI-001",
                        "on " + HERE + "$Loud#say(java.lang.String): ",
                        "decorator",
                        "Put the annotation on the bean")
                .contain("R4C-CDI-001", "on " + HERE + "$Quiet: ", "decorator")
                .doNotContain("R4C-CDI-001", "$Quiet#")
                .doNotContain("R4C-CDI-001", "#shout");
    }

    /** Situation 35. */
    @Test
    void warnsOfBeansThatAnExtensionMakes() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-001", "on " + HERE + "$Machine#run(): ", "extension")
                .contain("R4C-CDI-001", "on " + HERE + "$Api: ", "extension")
                .doNotContain("R4C-CDI-001", "$Plain");
    }
}
