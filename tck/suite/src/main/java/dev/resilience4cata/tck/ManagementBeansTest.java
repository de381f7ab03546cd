// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
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
 * S21: limiters are beans of JMX while their application is there. Nothing is left of it, whether
 * it was undeployed (situation 74) or failed when its limiters were there already.
 */
@Tag("telemetry")
@ExtendWith(ArquillianExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ManagementBeansTest {
    private static final int TIMES = 3;
    private static final String CONFIGURATION = "resilience4cata.telemetry.jmx = shop\n";
    private static final String REASON = "The test wants it.";

    @Deployment(name = "managed", managed = false, testable = false)
    static WebArchive managed() {
        return MeasuredApplication.archive(CONFIGURATION, Remains.class, Beans.class, Start.class);
    }

    @Deployment(name = "failing", managed = false, testable = false)
    static WebArchive failing() {
        return MeasuredApplication.archive(
                CONFIGURATION, Remains.class, Beans.class, Failure.class);
    }

    @Deployment(name = "afterwards", managed = false)
    static WebArchive afterwards() {
        return Archives.war(Remains.class, Beans.class);
    }

    /** The beans of JMX, as the applications see them. */
    static final class Beans {
        private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

        private Beans() {}

        static Set<ObjectName> all() throws JMException {
            return SERVER.queryNames(new ObjectName("dev.resilience4cata:*"), null);
        }

        /** Leaves what the beans say to the application that is deployed afterwards. */
        static void remember() throws JMException {
            for (ObjectName bean : all()) {
                String name = bean.getKeyProperty("application") + bean.getKeyProperty("name");
                Remains.count(name);
                for (String each : List.of("AdmittedCalls", "ShadowRejectedCalls")) {
                    Remains.atLeast(name + each, (Long) SERVER.getAttribute(bean, each));
                }
            }
        }
    }

    /** Makes all calls. */
    @ApplicationScoped
    static class Start {
        @Inject MeasuredApplication.Front front;

        void begin(@Observes @Initialized(ApplicationScoped.class) Object event)
                throws JMException {
            Remains.mustGo("class loader", Start.class.getClassLoader());
            front.call();
            Beans.remember();
        }
    }

    /** Fails when the limiters are there already. */
    @ApplicationScoped
    static class Failure {
        @Inject MeasuredApplication.Front front;

        void begin(@Observes @Initialized(ApplicationScoped.class) Object event)
                throws JMException {
            front.call();
            Beans.remember();
            throw new IllegalStateException(REASON);
        }
    }

    @Test
    @Order(1)
    @RunAsClient
    void deploysAndUndeploysAgainAndAgain(@ArquillianResource Deployer deployer) {
        for (int i = 0; i < TIMES; i++) {
            deployer.deploy("managed");
            deployer.undeploy("managed");
        }
        deployer.deploy("afterwards");
    }

    @Test
    @Order(2)
    @OperateOnDeployment("afterwards")
    void wereThereWhileTheApplicationWas() {
        assertEquals(
                new TreeMap<>(
                        Map.of(
                                "\"shop\"\"mail\"", 1L * TIMES,
                                "\"shop\"\"mail\"AdmittedCalls", 3L,
                                "\"shop\"\"mail\"ShadowRejectedCalls", 0L,
                                "\"shop\"\"tenants\"", 1L * TIMES,
                                "\"shop\"\"tenants\"AdmittedCalls", 1L,
                                "\"shop\"\"tenants\"ShadowRejectedCalls", 0L,
                                "\"shop\"\"trial\"", 1L * TIMES,
                                "\"shop\"\"trial\"AdmittedCalls", 3L,
                                "\"shop\"\"trial\"ShadowRejectedCalls", 2L)),
                Remains.takeNumbers());
    }

    @Test
    @Order(3)
    @OperateOnDeployment("afterwards")
    void leaveNothing() throws Exception {
        assertEquals(Set.of(), Beans.all());
        assertEquals(TIMES, Remains.remembered());
        assertEquals(Map.of(), Remains.takeWhatIsLeft());
    }

    @Test
    @Order(4)
    @RunAsClient
    void refusesToStart(@ArquillianResource Deployer deployer) {
        String message = RefusedDeployment.messageOf(deployer, "failing");
        assertTrue(message.contains(REASON), message);
    }

    @Test
    @Order(5)
    @OperateOnDeployment("afterwards")
    void leaveNothingOfAFailedStart() throws Exception {
        assertEquals(9, Remains.takeNumbers().size());
        assertEquals(Set.of(), Beans.all());
    }

    @Test
    @Order(6)
    @RunAsClient
    void undeploysTheRest(@ArquillianResource Deployer deployer) {
        deployer.undeploy("afterwards");
    }
}
