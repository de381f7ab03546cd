// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.wildfly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.resilience4cata.tck.MeasuredApplication;
import dev.resilience4cata.tck.Requests;
import java.net.URI;
import java.net.URL;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The meters in the registry of the server, which outlives the application (S21, S24). */
@Tag("telemetry")
@ExtendWith(ArquillianExtension.class)
class MicrometerSubsystemTest {
    private static final String MEASURED =
            """
            rate_limiter_admitted_calls_total{instance="mail"} 3.0
            rate_limiter_admitted_calls_total{instance="tenants"} 1.0
            rate_limiter_admitted_calls_total{instance="trial"} 3.0
            rate_limiter_available_permits{instance="mail"} 0.0
            rate_limiter_available_permits{instance="tenants"} 1.0
            rate_limiter_available_permits{instance="trial"} 0.0
            rate_limiter_keys{instance="mail"} 0.0
            rate_limiter_keys{instance="tenants"} 1.0
            rate_limiter_keys{instance="trial"} 0.0
            rate_limiter_rejected_calls_total{instance="mail",shadow="false"} 0.0
            rate_limiter_rejected_calls_total{instance="mail",shadow="true"} 0.0
            rate_limiter_rejected_calls_total{instance="tenants",shadow="false"} 1.0
            rate_limiter_rejected_calls_total{instance="tenants",shadow="true"} 0.0
            rate_limiter_rejected_calls_total{instance="trial",shadow="false"} 0.0
            rate_limiter_rejected_calls_total{instance="trial",shadow="true"} 2.0
            rate_limiter_wait_duration_seconds_count{instance="mail"} 1
            rate_limiter_wait_duration_seconds_max{instance="mail"} 0.5
            rate_limiter_wait_duration_seconds_sum{instance="mail"} 0.5
            """;

    @Deployment(name = "measured", managed = false, testable = false)
    static WebArchive measured() {
        return ShrinkWrap.create(WebArchive.class, "measured.war")
                .merge(MeasuredApplication.archive("", MeasuredApplication.Rest.class));
    }

    @ArquillianResource Deployer deployer;

    private static String scrape() throws Exception {
        return Requests.get(local("wildfly.management.port"), "prometheus");
    }

    private static URL local(String port) throws Exception {
        return URI.create("http://127.0.0.1:" + System.getProperty(port)).toURL();
    }

    /** S24, S32: names, units and tags as Prometheus spells them; no key. */
    @Test
    void areInTheRegistryOfTheServerWhileTheApplicationIs() throws Exception {
        deployer.deploy("measured");
        try {
            Requests.post(
                    URI.create(local("wildfly.http.port") + "/measured/").toURL(),
                    MeasuredApplication.CALLS);
            String all = scrape();
            assertEquals(
                    MEASURED,
                    all.lines()
                            .filter(line -> line.startsWith("resilience4cata_"))
                            .map(line -> line.replace("WF_DEPLOYMENT=\"measured.war\",", ""))
                            .map(line -> line.replace("resilience4cata_", ""))
                            .sorted()
                            .collect(Collectors.joining("\n", "", "\n")));
            assertFalse(all.contains(MeasuredApplication.KEY));
        } finally {
            deployer.undeploy("measured");
        }
        // The registry outlives the application, so nothing else removes them.
        assertFalse(scrape().contains("resilience4cata"));
    }
}
