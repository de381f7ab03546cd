// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

/**
 * S21: "Two applications in one JVM never see each other", although their limiters have the same
 * names (situation 70). What their waiting calls end with is left in the system properties. Needs a
 * container that runs several applications.
 */
@Tag("web")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwoApplicationsTest {
    private static final String FIRST = "tck.two-applications.first";
    private static final String SECOND = "tck.two-applications.second";

    @Deployment(name = "first", managed = false)
    static WebArchive first() {
        return application(2);
    }

    @Deployment(name = "second", managed = false)
    static WebArchive second() {
        return application(3);
    }

    private static WebArchive application(int permits) {
        return Archives.war(
                "resilience4cata.instances.same.rateLimiter.permits = " + permits,
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                Worker.class);
    }

    @ApplicationScoped
    static class Worker {
        @RateLimiter(name = "same", period = "1h")
        void call() {}

        @RateLimiter(name = "same later", permits = 1, period = "1h", maxWait = "10h")
        CompletableFuture<String> callLater() {
            return CompletableFuture.completedFuture("started");
        }
    }

    @Inject Instance<ManualClock> clock;
    @Inject Instance<ResilienceRegistry> registry;
    @Inject Instance<Worker> worker;

    private void leave(String property) {
        worker.get().callLater().join();
        CompletableFuture<Void> waiting =
                worker.get()
                        .callLater()
                        .handle(
                                (value, e) ->
                                        e instanceof ResilienceException closed
                                                ? closed.code()
                                                : value)
                        .thenAccept(how -> System.setProperty(property, how));
        assertFalse(waiting.isDone());
    }

    @Test
    @Order(1)
    @RunAsClient
    void deploysBoth(@ArquillianResource Deployer deployer) {
        deployer.deploy("first");
        deployer.deploy("second");
    }

    @Test
    @Order(2)
    @OperateOnDeployment("first")
    void exhaustsTheFirst() {
        assertEquals(2, Calls.untilRejected(worker.get()::call));
        registry.get().rateLimiterPolicy("", "in the first", "", b -> b.permits(1)).tryAcquire();

        assertEquals(List.of("in the first", "same", "same later"), LimiterIds.of(registry.get()));
        leave(FIRST);
    }

    @Test
    @Order(3)
    @OperateOnDeployment("second")
    void findsTheSecondUntouched() {
        assertEquals(List.of("same", "same later"), LimiterIds.of(registry.get()));
        assertEquals(3, registry.get().rateLimiter("same").availablePermits());
        assertEquals(3, Calls.untilRejected(worker.get()::call));
        leave(SECOND);
    }

    @Test
    @Order(4)
    @RunAsClient
    void undeploysTheFirst(@ArquillianResource Deployer deployer) {
        deployer.undeploy("first");
    }

    @Test
    @Order(5)
    @OperateOnDeployment("second")
    void leavesTheSecondAlone() {
        assertEquals("R4C-REG-010", System.clearProperty(FIRST));
        assertEquals(null, System.getProperty(SECOND));
        assertEquals(0, registry.get().rateLimiter("same").availablePermits());

        clock.get().advance(Duration.ofHours(1));

        assertEquals("started", System.clearProperty(SECOND));
        assertEquals(3, registry.get().rateLimiter("same").availablePermits());
        assertEquals(List.of("same", "same later"), LimiterIds.of(registry.get()));
    }

    @Test
    @Order(6)
    @RunAsClient
    void undeploysTheSecond(@ArquillianResource Deployer deployer) {
        deployer.undeploy("second");
    }
}
