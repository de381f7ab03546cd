// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterListener;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.inject.Instance;

/** The bean of MicroProfile Telemetry. A class of its own, so that the API can be absent. */
final class OpenTelemetryBean {

    private OpenTelemetryBean() {}

    static RateLimiterListener metrics(Instance<Object> beans) {
        return TelemetryExtension.found(
                beans.select(OpenTelemetry.class), RateLimiterMetrics::openTelemetry);
    }
}
