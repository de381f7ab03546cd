// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
 * S21: an application with calls of both kinds that wait is deployed and undeployed fifty times,
 * and leaves nothing (situation 74, C23).
 */
@Tag("core")
@Tag("async")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedeployTest {
    private static final int TIMES = 50;
    private static final long LONGEST_STOP_NANOS = 1_000_000_000;

    @Deployment(name = "waiting", managed = false, testable = false)
    static WebArchive waiting() {
        return WaitingApplication.archive();
    }

    @Deployment(name = "afterwards", managed = false)
    static WebArchive afterwards() {
        return Archives.war(Remains.class, Later.class);
    }

    @ApplicationScoped
    static class Later {
        @RateLimiter(permits = 1, period = "3s", maxWait = "1m")
        void call() {}
    }

    @Inject Later later;

    @Test
    @Order(1)
    @RunAsClient
    void deploysAndUndeploysAgainAndAgain(@ArquillianResource Deployer deployer) {
        for (int i = 0; i < TIMES; i++) {
            deployer.deploy("waiting");
            deployer.undeploy("waiting");
        }
        deployer.deploy("afterwards");
    }

    /**
     * "waiting threads are released as rejected, waiting stages fail with R4C-REG-010, nothing
     * starts afterwards" (C23: "stop takes < 1 s").
     */
    @Test
    @Order(2)
    @OperateOnDeployment("afterwards")
    void releasedAllInTimeAndStartedNothing() {
        later.call();
        later.call(); // due after all that was due within a second in the applications before

        Map<String, Long> seen = Remains.takeNumbers();
        long longest = requireNonNull(seen.remove("nanos"), seen::toString);
        long soonRejected = requireNonNull(seen.remove("soon rejected"), seen::toString);
        long soonFailed = requireNonNull(seen.remove("soon R4C-REG-010"), seen::toString);

        assertEquals(
                new TreeMap<>(
                        Map.of(
                                "deployed", 1L * TIMES,
                                "started", 2L * TIMES,
                                "rejected", 1L * WaitingApplication.WAITING * TIMES,
                                "R4C-REG-010", 1L * WaitingApplication.WAITING * TIMES)),
                seen);
        assertTrue(soonRejected > 0 && soonFailed > 0);
        assertTrue(longest < LONGEST_STOP_NANOS, () -> longest + " ns");
    }

    /** "no thread … survives". */
    @Test
    @Order(3)
    @OperateOnDeployment("afterwards")
    void leftNoThread() {
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(
                                name ->
                                        name.startsWith("rate-limiter")
                                                || name.startsWith("tck waiter"))
                        .toList());
    }

    /**
     * "no thread, ThreadLocal or class-loader reference survives": each of them would keep the
     * class loader of an application.
     */
    @Test
    @Order(4)
    @OperateOnDeployment("afterwards")
    void leftNothingOnTheHeap() throws InterruptedException {
        assertEquals(3 * TIMES, Remains.remembered());
        assertEquals(Map.of(), Remains.takeWhatIsLeft());
    }

    @Test
    @Order(5)
    @RunAsClient
    void undeploysTheRest(@ArquillianResource Deployer deployer) {
        deployer.undeploy("afterwards");
    }
}
