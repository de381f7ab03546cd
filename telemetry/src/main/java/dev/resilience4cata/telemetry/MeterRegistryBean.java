// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.RateLimiterListener;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Instance;

/** The bean of Micrometer. A class of its own, so that the API can be absent. */
final class MeterRegistryBean {

    private MeterRegistryBean() {}

    static RateLimiterListener metrics(Instance<Object> beans) {
        return TelemetryExtension.found(
                beans.select(MeterRegistry.class), RateLimiterMetrics::micrometer);
    }
}
