// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.resilience4cata.ResilienceRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
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
 * S21: an application whose limiters the server measures is deployed and undeployed, and leaves
 * nothing (situation 74).
 */
@Tag("telemetry")
@Tag("server-telemetry")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerMetricsRedeployTest {
    private static final int TIMES = 10;

    private static final class Collector {
        static final OtlpReceiver RECEIVER = OtlpReceiver.start();
    }

    @Deployment(name = "measured", managed = false, testable = false)
    static WebArchive measured() {
        return MeasuredApplication.archive(
                Collector.RECEIVER.configuration(), Remains.class, Start.class);
    }

    @Deployment(name = "afterwards", managed = false)
    static WebArchive afterwards() {
        return Archives.war(Remains.class);
    }

    /** Makes all calls. */
    @ApplicationScoped
    static class Start {
        @Inject MeasuredApplication.Front front;
        @Inject ResilienceRegistry registry;

        void begin(@Observes @Initialized(ApplicationScoped.class) Object event) {
            Remains.mustGo("class loader", Start.class.getClassLoader());
            Remains.mustGo("limiter", registry.rateLimiter("mail"));
            front.call();
        }
    }

    @Test
    @Order(1)
    @RunAsClient
    void deploysAndUndeploysAgainAndAgain(@ArquillianResource Deployer deployer) throws Exception {
        try (OtlpReceiver collector = Collector.RECEIVER) {
            for (int i = 0; i < TIMES; i++) {
                collector.forget();
                deployer.deploy("measured");
                collector.await(MeasuredApplication.series(false));
                deployer.undeploy("measured");
            }
        }
        deployer.deploy("afterwards");
    }

    private static Map<String, Integer> left = Map.of();

    /** What reads the gauges of a limiter has let go of it. */
    @Test
    @Order(2)
    @OperateOnDeployment("afterwards")
    void leftNoLimiter() throws InterruptedException {
        assertEquals(2 * TIMES, Remains.remembered());
        left = Remains.takeWhatIsLeft();
        assertFalse(left.containsKey("limiter"), left::toString);
    }

    @Test
    @Order(3)
    @OperateOnDeployment("afterwards")
    void leftNothingOnTheHeap() {
        assertEquals(Map.of(), left);
    }

    @Test
    @Order(4)
    @RunAsClient
    void undeploysTheRest(@ArquillianResource Deployer deployer) {
        deployer.undeploy("afterwards");
    }
}
