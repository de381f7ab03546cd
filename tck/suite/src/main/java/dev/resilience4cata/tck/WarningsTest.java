// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * api.md: with resilience4cata.cdi.strict "what would be a deployment warning is a deployment
 * error". That is how warnings are looked at here: every container has its own log.
 */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class WarningsTest {
    private static final String HERE = WarningsTest.class.getName();
    private static final String STRICT = "resilience4cata.cdi.strict = true\n";
    private static final String KEYS =
            """
            resilience4cata.instances.mial.rateLimiter.permits = 5
            resilience4cata.instances.mail.rateLimiter.permit = 5
            resilience4cata.instances.mail.permits = 5
            resilience4cata.rateLimiter.maxwait = 1s
            resilience4cata.configs.slow.rateLimiter.Permits = 5
            resilience4cata.cdi.strikt = true
            resilience4cata = 5
            resilience4cata.configs.unused.rateLimiter.permits = 5
            """;

    private static final String PIPELINE =
            "resilience4cata.instances.catalogue.rateLimiter.permits = 5\n";

    @Deployment(name = "lenient", managed = false, testable = false)
    static WebArchive lenient() {
        return Archives.war(
                KEYS, Mail.class, Orders.class, Streams.class, Stage.class, Callbacks.class);
    }

    @Deployment(name = "pipeline", managed = false, testable = false)
    static WebArchive pipeline() {
        return Archives.war(STRICT + PIPELINE, Mail.class);
    }

    @Deployment(name = "strict", managed = false, testable = false)
    static WebArchive strict() {
        return Archives.war(
                STRICT + KEYS + PIPELINE,
                Mail.class,
                Orders.class,
                Streams.class,
                Stage.class,
                Callbacks.class,
                Printer.class,
                LaserPrinter.class);
    }

    @ApplicationScoped
    static class Mail {
        @RateLimiter(name = "mail")
        void send() {}
    }

    @ApplicationScoped
    static class Orders {
        @RateLimiter(name = "orders.read")
        void read() {}

        @RateLimiter(name = "orders-read")
        void readAgain() {}
    }

    static class Stage extends CompletableFuture<String> {}

    @ApplicationScoped
    static class Streams {
        @RateLimiter
        Flow.Publisher<String> publisher() {
            return subscriber -> {};
        }

        @RateLimiter
        Stage subclass() {
            return new Stage();
        }
    }

    @ApplicationScoped
    static class Callbacks {
        @PostConstruct
        @RateLimiter
        void start() {}

        @Inject
        @RateLimiter
        void initialize(Mail mail) {
            mail.send();
        }
    }

    static class Printer {
        @RateLimiter
        void print() {}
    }

    @ApplicationScoped
    static class LaserPrinter extends Printer {
        @Override
        void print() {}
    }

    @ArquillianResource Deployer deployer;

    @Test
    void doesNotRefuseADeploymentForAWarning() {
        deployer.deploy("lenient");
        deployer.undeploy("lenient");
    }

    /** The id of a pipeline is known only when it is built. */
    @Test
    void aKeyThatAPipelineMayUseIsNoErrorEvenWhenStrict() {
        deployer.deploy("pipeline");
        deployer.undeploy("pipeline");
    }

    /**
     * api.md: "Every key … that no limiter or config can use is one warning …, naming the nearest".
     */
    @Test
    void warnsOfKeysThatNothingUses() {
        String prefix = "resilience4cata.";
        Problems.of(deployer, "strict")
                .contain(
                        "R4C-CDI-003",
                        ": " + prefix + "instances.mial.rateLimiter.permits",
                        '"' + prefix + "instances.mail.rateLimiter.permits\"")
                .contain(
                        "R4C-CDI-003",
                        ": " + prefix + "instances.mail.rateLimiter.permit:",
                        '"' + prefix + "instances.mail.rateLimiter.permits\"")
                .contain(
                        "R4C-CDI-003",
                        ": " + prefix + "instances.mail.permits",
                        '"' + prefix + "instances.mail.rateLimiter.permits\"")
                .contain(
                        "R4C-CDI-003",
                        ": " + prefix + "rateLimiter.maxwait",
                        '"' + prefix + "rateLimiter.maxWait\"")
                .contain(
                        "R4C-CDI-003",
                        ": " + prefix + "configs.slow.rateLimiter.Permits",
                        "rateLimiter.permits\"")
                .contain("R4C-CDI-003", ": " + prefix + "cdi.strikt", '"' + prefix + "cdi.strict\"")
                .doNotContain("R4C-CDI-003", "R4C-CDI-003: resilience4cata.configs.unused")
                .doNotContain("R4C-CDI-003", "R4C-CDI-003: resilience4cata:")
                .doNotContain("R4C-CDI-003", "catalogue.rateLimiter");
    }

    /** C24: "two ids mapping to the same environment variable are reported at deployment". */
    @Test
    void warnsOfIdsThatShareAnEnvironmentVariable() {
        Problems.of(deployer, "strict")
                .contain(
                        "R4C-CDI-004",
                        "orders.read",
                        "orders-read",
                        "RESILIENCE4CATA_INSTANCES_ORDERS_READ_RATELIMITER_PERMITS");
    }

    /**
     * S19: types that look asynchronous and are called synchronously: "a deployment warning"
     * (situation 64).
     */
    @Test
    void warnsOfReturnTypesThatAreCalledSynchronously() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-006", HERE + "$Streams#publisher()", "Flow$Publisher")
                .contain("R4C-CDI-006", HERE + "$Streams#subclass()", HERE + "$Stage");
    }

    /**
     * S29: lifecycle callbacks and initializers: "a deployment warning that names the place"
     * (situations 25, 26).
     */
    @Test
    void warnsOfMethodsThatOnlyTheContainerCalls() {
        Problems.of(deployer, "strict")
                .contain("R4C-CDI-001", HERE + "$Callbacks#start()", "PostConstruct")
                .contain(
                        "R4C-CDI-001", HERE + "$Callbacks#initialize(" + HERE + "$Mail)", "Inject");
    }

    /** S29: "an override that drops an inherited annotation" (situation 5). */
    @Test
    void warnsOfAnOverrideThatDropsTheAnnotation() {
        Problems.of(deployer, "strict")
                .contain(
                        "R4C-CDI-001",
                        "on " + HERE + "$Printer#print(): ",
                        HERE + "$LaserPrinter#print() overrides the method",
                        "Repeat the annotation");
    }
}
