// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** Interfaces in conflict, and the switch that leaves interfaces alone. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InterfaceProblemsTest {
    private static final String HERE = InterfaceProblemsTest.class.getName();

    @Deployment(name = "conflict", managed = false, testable = false)
    static WebArchive conflict() {
        return Archives.war(
                Left.class, Right.class, Both.class, OwnWord.class, Equal.class, Twins.class);
    }

    @Deployment(name = "bad value", managed = false, testable = false)
    static WebArchive badValue() {
        return Archives.war(Bad.class, BadBean.class, AlsoBadBean.class);
    }

    @Deployment(name = "off", managed = false)
    static WebArchive off() {
        return Archives.war(
                "resilience4cata.cdi.interfaces = false", Calls.class, Left.class, Only.class);
    }

    interface Left {
        @RateLimiter(permits = 2, period = "1m")
        void call();
    }

    interface Right {
        @RateLimiter(permits = 3)
        void call();
    }

    interface Equal {
        @RateLimiter(permits = 2, period = "1m")
        void call();
    }

    @ApplicationScoped
    static class Both implements Left, Right {
        @Override
        public void call() {}
    }

    /** What the class says itself settles it. */
    @ApplicationScoped
    static class OwnWord implements Left, Right {
        @Override
        @RateLimiter(permits = 4)
        public void call() {}
    }

    /** The same values, but no common name: two ids would fit. */
    @ApplicationScoped
    static class Twins implements Left, Equal {
        @Override
        public void call() {}
    }

    interface Bad {
        @RateLimiter(permits = 0)
        void call();
    }

    @ApplicationScoped
    static class BadBean implements Bad {
        @Override
        public void call() {}
    }

    @ApplicationScoped
    static class AlsoBadBean implements Bad {
        @Override
        public void call() {}
    }

    @ApplicationScoped
    static class Only implements Left {
        @Override
        public void call() {}
    }

    @ArquillianResource Deployer deployer;
    @Inject Instance<Only> only;

    /** Situation 9: two interfaces that disagree. */
    @Test
    @Order(1)
    @RunAsClient
    void refusesInterfacesThatDisagree() {
        Problems.of(deployer, "conflict")
                .contain(
                        "R4C-CDI-007",
                        "R4C-CDI-007: " + HERE + "$Both#call(): ",
                        "@RateLimiter(permits = 2, period = \"1m\") on " + HERE + "$Left#call()",
                        "@RateLimiter(permits = 3) on " + HERE + "$Right#call()",
                        "Put the annotation that holds on the method of the class.")
                .contain("R4C-CDI-007", "R4C-CDI-007: " + HERE + "$Twins#call(): ")
                .doNotContain("R4C-CDI-007", "$OwnWord");
    }

    @Test
    @Order(2)
    @RunAsClient
    void tellsOfABadValueOnceWithTheInterfaceAsItsPlace() {
        assertEquals(1, Problems.of(deployer, "bad value").lines("R4C-ATR-003").size());
        Problems.of(deployer, "bad value")
                .contain("R4C-ATR-003", "@RateLimiter(permits = 0) on " + HERE + "$Bad#call(): ");
    }

    /** api.md: "annotations on interfaces are not copied to the beans that implement them". */
    @Test
    @Order(3)
    @RunAsClient
    void deploysWithTheSwitchOff() {
        deployer.deploy("off");
    }

    @Test
    @Order(4)
    @OperateOnDeployment("off")
    void limitsNothingThen() {
        Calls.pass(() -> only.get().call());
    }

    @Test
    @Order(5)
    @RunAsClient
    void undeploys() {
        deployer.undeploy("off");
    }
}
