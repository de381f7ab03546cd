// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.generated.RateLimiterPolicy;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
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
 * S21, where the clock is a bean behind a proxy: when the application is gone, so is the clock, and
 * what was kept of the library must say what happened, not what the proxy says.
 */
@Tag("core")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClosedClockTest {
    private static final String KEPT = "ClosedClockTest.kept";
    private static final String WAITER = "ClosedClockTest.waiter";

    @Deployment(name = "application", managed = false)
    static WebArchive application() {
        return Archives.war(Remains.class, Proxied.class, Worker.class);
    }

    @Deployment(name = "afterwards", managed = false)
    static WebArchive afterwards() {
        return Archives.war(Remains.class);
    }

    /**
     * A clock on which a synchronous call waits until it is released. Containers differ in what a
     * proxy does when its bean is gone: one throws, another makes a new bean. Here both throw.
     */
    @ApplicationScoped
    static class Proxied implements Clock {
        private static volatile boolean gone;

        private final ManualClock clock = new ManualClock();

        @Override
        public long nanoTime() {
            if (gone) {
                throw new ContextNotActiveException("the application has stopped");
            }
            return clock.nanoTime();
        }

        @PreDestroy
        void stop() {
            gone = true;
        }

        @Override
        public Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
            return clock.schedule(task, deadlineNanos, timer);
        }
    }

    @ApplicationScoped
    static class Worker {
        @RateLimiter(name = "sync", permits = 1, period = "1h", maxWait = "10h")
        void call() {}

        @RateLimiter(name = "async", permits = 1, period = "1h", maxWait = "10h")
        CompletableFuture<String> callLater() {
            return CompletableFuture.completedFuture("");
        }
    }

    @ArquillianResource Deployer deployer;
    @Inject Instance<Worker> worker;
    @Inject Instance<ResilienceRegistry> registry;

    private static String outcome(Callable<?> call) {
        try {
            return String.valueOf(call.call());
        } catch (RateLimitExceededException e) {
            return "rejected";
        } catch (ResilienceException e) {
            return e.code();
        } catch (Exception e) {
            return e.toString();
        }
    }

    private static Map<String, String> tryAll(RateLimiterHandle handle, RateLimiterPolicy policy) {
        Map<String, String> outcomes = new TreeMap<>();
        outcomes.put("tryAcquire", outcome(handle::tryAcquire));
        outcomes.put("availablePermits", outcome(handle::availablePermits));
        outcomes.put("timeToNextPermit", outcome(handle::timeToNextPermit));
        outcomes.put("snapshot", outcome(handle::snapshot));
        outcomes.put(
                "reconfigure",
                outcome(
                        () -> {
                            handle.reconfigure(b -> b.permits(2));
                            return "";
                        }));
        outcomes.put("policy", outcome(policy::tryAcquire));
        outcomes.put(
                "callAsync",
                outcome(
                        () ->
                                policy.callAsync(() -> CompletableFuture.completedFuture(""))
                                        .exceptionally(e -> ((ResilienceException) e).code())
                                        .toCompletableFuture()
                                        .join()));
        return outcomes;
    }

    @Test
    @Order(1)
    @RunAsClient
    void deploys() {
        deployer.deploy("application");
    }

    @Test
    @Order(2)
    @OperateOnDeployment("application")
    void keepsAHandleAndLetsCallsWait() {
        Worker calls = worker.get();
        calls.call();
        calls.callLater().join();
        CompletableFuture<String> later = calls.callLater();
        FutureTask<String> waiting =
                new FutureTask<>(
                        () ->
                                outcome(
                                        () -> {
                                            calls.call();
                                            return "returned";
                                        }));
        Thread waiter = new Thread(waiting, "tck waiter");
        waiter.start();
        while (waiter.getState() != Thread.State.TIMED_WAITING && waiter.isAlive()) {
            Thread.onSpinWait();
        }
        RateLimiterPolicy policy =
                registry.get().rateLimiterPolicy("", "code", "", b -> b.permits(9));
        RateLimiterHandle handle = registry.get().rateLimiter("code");
        Callable<Map<String, String>> kept =
                () -> {
                    Map<String, String> outcomes = tryAll(handle, policy);
                    outcomes.put(
                            "stage",
                            later.handle((value, e) -> ((ResilienceException) e).code()).join());
                    return outcomes;
                };
        Remains.leave(KEPT, kept);
        Remains.leave(WAITER, waiting);
        assertEquals("true", tryAll(handle, policy).get("tryAcquire"));
    }

    @Test
    @Order(3)
    @RunAsClient
    void undeploys() {
        deployer.undeploy("application");
        deployer.deploy("afterwards");
    }

    @Test
    @Order(4)
    @OperateOnDeployment("afterwards")
    @SuppressWarnings("unchecked") // nobody else has these names
    void saysThatTheRegistryIsClosed() throws Exception {
        Object kept = Remains.take(KEPT);
        Object waiting = Remains.take(WAITER);
        String closed = "R4C-REG-010";

        assertEquals("rejected", ((Future<String>) waiting).get(30, TimeUnit.SECONDS));
        assertEquals(
                new TreeMap<>(
                        Map.of(
                                "tryAcquire", closed,
                                "availablePermits", closed,
                                "timeToNextPermit", closed,
                                "snapshot", closed,
                                "reconfigure", closed,
                                "policy", closed,
                                "callAsync", closed,
                                "stage", closed)),
                ((Callable<Map<String, String>>) kept).call());
    }

    @Test
    @Order(5)
    @RunAsClient
    void undeploysTheRest() {
        deployer.undeploy("afterwards");
    }
}
