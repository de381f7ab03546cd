// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The metrics that a server with MicroProfile Telemetry sends to a collector (S24). */
@Tag("telemetry")
@Tag("server-telemetry")
@ExtendWith(ArquillianExtension.class)
class ServerMetricsTest {
    private static final OtlpReceiver COLLECTOR = OtlpReceiver.start();

    @Deployment(testable = false)
    static WebArchive application() {
        return MeasuredApplication.archive(
                COLLECTOR.configuration(), MeasuredApplication.Rest.class);
    }

    @ArquillianResource URL base;

    @AfterAll
    static void stop() {
        COLLECTOR.close();
    }

    /** S24, S32, S33: names, units, attributes and values, nothing else, and no key. */
    @Test
    void areThoseOfTheDocumentation() throws Exception {
        assertEquals(204, Requests.post(base, MeasuredApplication.CALLS).statusCode());
        COLLECTOR.await(MeasuredApplication.series(false));
        assertEquals(204, Requests.post(base, MeasuredApplication.LATER).statusCode());
        COLLECTOR.await(MeasuredApplication.series(true)); // gauges are read, not written by calls
        assertTrue(COLLECTOR.received().contains("tenants"));
        assertFalse(COLLECTOR.received().contains(MeasuredApplication.KEY));
    }
}
