// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
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
 * S21 for applications that do not start (situation 75): because of an error of a limit, because of
 * another extension, or because a bean fails when limited calls wait already. They leave nothing.
 */
@Tag("core")
@Tag("async")
@Tag("cdi-full")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RefusedRemainsTest {
    /** Each as often as this, because one of a kind may stay in some cache. */
    private static final int TIMES = 3;

    private static final List<String> REFUSED =
            List.of("invalid limit", "invalid bean", "refused before", "refused after", "failing");

    @Deployment(name = "invalid limit", managed = false, testable = false)
    static WebArchive invalidLimit() {
        return UnstartableApplication.because(UnstartableApplication.InvalidLimit.class);
    }

    @Deployment(name = "invalid bean", managed = false, testable = false)
    static WebArchive invalidBean() {
        return UnstartableApplication.because(UnstartableApplication.RefusingBeans.class);
    }

    @Deployment(name = "refused before", managed = false, testable = false)
    static WebArchive refusedBefore() {
        return UnstartableApplication.because(UnstartableApplication.RefusingFirst.class);
    }

    @Deployment(name = "refused after", managed = false, testable = false)
    static WebArchive refusedAfter() {
        return UnstartableApplication.because(UnstartableApplication.RefusingLast.class);
    }

    @Deployment(name = "failing", managed = false, testable = false)
    static WebArchive failing() {
        return UnstartableApplication.because(UnstartableApplication.Failing.class);
    }

    @Deployment(name = "afterwards", managed = false)
    static WebArchive afterwards() {
        return Archives.war(Remains.class);
    }

    @Test
    @Order(1)
    @RunAsClient
    void refusesToStart(@ArquillianResource Deployer deployer) {
        for (int i = 0; i < TIMES; i++) {
            for (String each : REFUSED) {
                String message = RefusedDeployment.messageOf(deployer, each);
                String reason =
                        each.equals("invalid limit")
                                ? "R4C-ATR-003"
                                : UnstartableApplication.REASON;
                assertTrue(message.contains(reason), () -> each + ": " + message);
            }
        }
        deployer.deploy("afterwards");
    }

    @Test
    @Order(2)
    @OperateOnDeployment("afterwards")
    void leavesNoThread() {
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("rate-limiter"))
                        .toList());
    }

    @Test
    @Order(3)
    @OperateOnDeployment("afterwards")
    void leavesNothingOnTheHeap() throws InterruptedException {
        assertEquals(
                UnstartableApplication.REMEMBERED * TIMES * REFUSED.size(), Remains.remembered());
        forgetTheLastRecord();

        assertEquals(Map.of(), Remains.takeWhatIsLeft());
    }

    private record Forgotten(int number) {}

    /** Java 17 keeps the record whose equals was linked last, whoever has it (JDK-8078641). */
    private static void forgetTheLastRecord() {
        assertEquals(new Forgotten(1), new Forgotten(1));
    }

    @Test
    @Order(4)
    @RunAsClient
    void undeploysTheRest(@ArquillianResource Deployer deployer) {
        deployer.undeploy("afterwards");
    }
}
