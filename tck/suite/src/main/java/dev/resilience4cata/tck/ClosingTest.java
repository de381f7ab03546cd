// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
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
 * S21: what becomes of waiting calls when an application stops (C23). What they see is left in
 * system properties, where an application that is deployed afterwards finds it.
 */
@Tag("core")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("FutureReturnValueIgnored") // some calls are there only to take a permit
class ClosingTest {
    private static final String TRACE = "tck.closing.";
    private static final String WAITER = "tck waiter";

    @Deployment(name = "waiting", managed = false)
    static WebArchive waiting() {
        return Archives.war(StandingClock.class, Clocks.class, Worker.class);
    }

    @Deployment(name = "scheduled", managed = false)
    static WebArchive scheduled() {
        return Archives.war(Worker.class);
    }

    @Deployment(name = "afterwards", managed = false)
    static WebArchive afterwards() {
        return Archives.war();
    }

    /** A clock on which a synchronous call waits until it is released. */
    static class StandingClock implements Clock {
        private final ManualClock clock = new ManualClock();

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
            return clock.schedule(task, deadlineNanos, timer);
        }

        ManualClock clock() {
            return clock;
        }
    }

    /** Without a proxy, because the clock is asked when the application is gone. */
    @ApplicationScoped
    static class Clocks {
        @Produces @Singleton StandingClock clock = new StandingClock();
    }

    @ApplicationScoped
    static class Worker {
        @RateLimiter(name = "sync", permits = 1, period = "1h", maxWait = "10h")
        void call(String who) {
            leave(who, "started");
        }

        @RateLimiter(name = "async", permits = 1, period = "1h", maxWait = "10h")
        CompletableFuture<String> callLater(String who) {
            leave(who, "started");
            return CompletableFuture.completedFuture(who);
        }
    }

    @ArquillianResource Deployer deployer;
    @Inject Instance<StandingClock> clock;
    @Inject Instance<Worker> worker;
    @Inject Instance<ResilienceRegistry> registry;

    private static void leave(String what, String value) {
        System.setProperty(TRACE + what, value);
    }

    private static void leave(String what, Callable<?> call) {
        try {
            leave(what, String.valueOf(call.call()));
        } catch (RateLimitExceededException e) {
            leave(what, "rejected");
        } catch (ResilienceException e) {
            leave(what, e.code());
        } catch (ExecutionException e) {
            leave(
                    what,
                    e.getCause() instanceof ResilienceException failure
                            ? failure.code()
                            : String.valueOf(e.getCause()));
        } catch (Exception e) {
            leave(what, e.toString());
        }
    }

    private static Map<String, String> takeTraces() {
        Map<String, String> traces = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(TRACE)) {
                traces.put(name.substring(TRACE.length()), System.getProperty(name));
                System.clearProperty(name);
            }
        }
        return traces;
    }

    private static Optional<Thread> find(String threadName) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(threadName))
                .findAny();
    }

    @Test
    @Order(1)
    @RunAsClient
    void deploys() {
        deployer.deploy("waiting");
    }

    @Test
    @Order(2)
    @OperateOnDeployment("waiting")
    void letsCallsWait() {
        Worker calls = worker.get();
        ManualClock time = clock.get().clock();
        RateLimiterHandle limiter = registry.get().rateLimiter("async");
        calls.call("first");
        calls.callLater("first later");
        CompletableFuture<String> later = calls.callLater("second later");
        Thread waiter =
                new Thread(
                        () -> {
                            leave(
                                    "call",
                                    () -> {
                                        calls.call("second");
                                        return "returned";
                                    });
                            leave("stage", () -> later.get(30, TimeUnit.SECONDS));
                            // The application is gone now. Does anything start when its time comes?
                            time.advance(Duration.ofDays(1));
                            leave("tasks", time::pendingTasks);
                            leave("handle", limiter::tryAcquire);
                        },
                        WAITER);
        waiter.start();
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        assertEquals(1, time.pendingTasks());
        assertFalse(later.isDone());
    }

    @Test
    @Order(3)
    @RunAsClient
    void undeploys() {
        deployer.undeploy("waiting");
        deployer.deploy("afterwards");
    }

    /**
     * "waiting threads are released as rejected, waiting stages fail with R4C-REG-010, nothing
     * starts afterwards".
     */
    @Test
    @Order(4)
    @OperateOnDeployment("afterwards")
    void releasedAllAndStartedNothing() throws InterruptedException {
        Optional<Thread> waiter = find(WAITER);
        if (waiter.isPresent()) {
            waiter.get().join(30_000);
        }

        assertEquals(
                Map.of(
                        "first", "started",
                        "first later", "started",
                        "call", "rejected",
                        "stage", "R4C-REG-010",
                        "tasks", "0",
                        "handle", "R4C-REG-010"),
                takeTraces());
    }

    @Test
    @Order(5)
    @RunAsClient
    void deploysAgain() {
        deployer.undeploy("afterwards");
        deployer.deploy("scheduled");
    }

    @Test
    @Order(6)
    @OperateOnDeployment("scheduled")
    void letsCallsWaitForTheClockOfTheMachine() {
        worker.get().callLater("third later");
        worker.get().callLater("fourth later");
        worker.get().callLater("fifth later");
    }

    @Test
    @Order(7)
    @RunAsClient
    void undeploysAgain() {
        deployer.undeploy("scheduled");
        deployer.deploy("afterwards");
    }

    /** "no thread … survives". */
    @Test
    @Order(8)
    @OperateOnDeployment("afterwards")
    void leftNoThread() throws InterruptedException {
        Optional<Thread> timer = find("rate-limiter");
        if (timer.isPresent()) {
            timer.get().join(30_000); // it has been told to end, and may not be there yet
        }

        assertFalse(find("rate-limiter").isPresent());
        assertEquals(Map.of("third later", "started"), takeTraces());
    }

    @Test
    @Order(9)
    @RunAsClient
    void undeploysTheRest() {
        deployer.undeploy("afterwards");
    }
}
