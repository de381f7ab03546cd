// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a deployment is refused for besides its values. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class DeploymentProblemsTest {
    private static final String HERE = DeploymentProblemsTest.class.getName();

    @Deployment(name = "all", managed = false, testable = false)
    static WebArchive all() {
        return Archives.withLimiterQualifier(
                Archives.war(
                        """
                        resilience4cata.configs.checkout.rateLimiter.permits = 5
                        resilience4cata.configs.login.rateLimiter.maxWait = 1s
                        resilience4cata.instances.mail.rateLimiter.permits = few
                        """,
                        Cart.class,
                        Mail.class,
                        Fax.class,
                        Monitor.class));
    }

    @Deployment(name = "no configs", managed = false, testable = false)
    static WebArchive noConfigs() {
        return Archives.war(Cart.class);
    }

    @Deployment(name = "final", managed = false, testable = false)
    static WebArchive finalMethod() {
        return Archives.war(Final.class);
    }

    @Deployment(name = "many", managed = false, testable = false)
    static WebArchive many() {
        return Archives.war(Printer.class, Fax.class, Scanner.class, Copier.class);
    }

    @Deployment(name = "doubled", managed = false, testable = false)
    static WebArchive doubled() {
        // The jar that has it is in the application as well, and no bean archive.
        return Archives.war(Mail.class).addClass("dev.resilience4cata.cdi.RateLimiterInterceptor");
    }

    @ApplicationScoped
    static class Cart {
        @RateLimiter(config = "chekout")
        void pay() {}
    }

    @ApplicationScoped
    static class Mail {
        @RateLimiter(name = "mail")
        void send() {}

        @RateLimiter(name = "receive", permits = 0)
        void receive() {}

        @RateLimiter
        private void hidden() {}

        @RateLimiter
        static void shared() {}

        void callsHidden() {
            hidden();
        }
    }

    @ApplicationScoped
    static class Fax {
        @RateLimiter(name = "fax", permits = 1)
        void send() {}

        @RateLimiter(name = "fax", permits = 2)
        void receive() {}
    }

    @ApplicationScoped
    static class Monitor {
        @Inject
        @LimiterQualifier.Of("fex")
        RateLimiterHandle fax;
    }

    @ApplicationScoped
    static class Final {
        @RateLimiter
        final void call() {}
    }

    @ApplicationScoped
    static class Printer {
        @RateLimiter(permits = 0)
        void print(String text) {}

        @RateLimiter(permits = 0)
        void print(Object text) {}

        @RateLimiter(permits = 0)
        void print(int number) {}

        @RateLimiter(permits = 0)
        void print(long[] numbers, Object text) {}

        @RateLimiter(permits = 0)
        void print(long[] numbers, String text) {}

        @RateLimiter(permits = 0)
        void stop() {}
    }

    @ApplicationScoped
    static class Copier {
        @RateLimiter(permits = 0)
        void copy(Object text) {}
    }

    @ApplicationScoped
    static class Scanner {
        @RateLimiter(permits = 0)
        void scan(Object text) {}
    }

    @ArquillianResource Deployer deployer;

    /**
     * api.md: "All problems of a deployment are reported together, each on its bean and method".
     * Private and static methods are among them (S29, situations 20, 21).
     */
    @Test
    void reportsAllProblemsTogether() {
        Problems.of(deployer, "all")
                // "unknown named config; lists the known ones" (C27)
                .contain(
                        "R4C-REG-004",
                        "@RateLimiter(config = \"chekout\") on " + HERE + "$Cart#pay(): ",
                        "\"checkout\", \"login\"",
                        "resilience4cata.configs.chekout.rateLimiter.permits")
                // "unknown instance id; lists the nearest ones" (C27)
                .contain("R4C-REG-009", "@Limiter(\"fex\")", HERE + "$Monitor.fax", "\"fax\"")
                .contain(
                        "R4C-REG-008",
                        "name = \"fax\"",
                        HERE + "$Fax#receive()",
                        HERE + "$Fax#send()")
                .contain("R4C-REG-003", "resilience4cata.instances.mail.rateLimiter.permits", "few")
                .contain("R4C-ATR-003", "(permits = 0) on " + HERE + "$Mail#receive(): ")
                // "private or static method: definition error" (C33)
                .contain("R4C-CDI-001", "on " + HERE + "$Mail#hidden(): ", "private")
                .contain("R4C-CDI-001", "on " + HERE + "$Mail#shared(): ", "static");
    }

    /** A report that reads differently each time cannot be compared with the last one. */
    @Test
    void reportsTheProblemsOfAKindInTheOrderOfClassesAndMethods() {
        List<String> problems = Problems.of(deployer, "many").lines("R4C-ATR-003");

        assertEquals(8, problems.size());
        assertEquals(problems.stream().sorted().toList(), problems);
    }

    /** api.md: R4C-REG-004 "lists the known ones", also where there is none. */
    @Test
    void reportsAnUnknownConfigurationWhereThereIsNone() {
        Problems.of(deployer, "no configs")
                .contain("R4C-REG-004", "\"chekout\"", HERE + "$Cart#pay(): ", "known are none");
    }

    /**
     * Situation 22; limits.md: "Final methods … make the container itself refuse the deployment"
     * (C33).
     */
    @Test
    void leavesFinalMethodsToTheContainer() {
        String message = RefusedDeployment.messageOf(deployer, "final");

        assertTrue(message.contains(HERE + "$Final"), message);
    }

    /**
     * S20: one permit per call, so an interceptor that is there twice is an error (situation 72).
     */
    @Test
    void reportsAnInterceptorThatIsRegisteredTwice() {
        Problems.of(deployer, "doubled")
                .contain("R4C-CDI-002", "RateLimiterInterceptor", "2 times");
    }
}
