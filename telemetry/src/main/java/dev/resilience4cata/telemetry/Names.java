// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import java.util.List;

/** What metrics and their attributes are called, the same for OpenTelemetry and Micrometer. */
final class Names {

    /** The instrumentation scope of OpenTelemetry. */
    static final String SCOPE = "dev.resilience4cata.rate_limiter";

    /** The domain of the beans of JMX. */
    static final String DOMAIN = "dev.resilience4cata";

    static final String REJECTED_CALLS = "resilience4cata.rate_limiter.rejected_calls";
    static final String ADMITTED_CALLS = "resilience4cata.rate_limiter.admitted_calls";
    static final String WAIT_DURATION = "resilience4cata.rate_limiter.wait.duration";
    static final String AVAILABLE_PERMITS = "resilience4cata.rate_limiter.available_permits";
    static final String KEYS = "resilience4cata.rate_limiter.keys";

    static final String REJECTED_CALLS_TEXT =
            "Calls that were rejected, or would have been in shadow mode";
    static final String ADMITTED_CALLS_TEXT = "Calls that passed";
    static final String WAIT_DURATION_TEXT = "How long calls waited that had to wait and started";
    static final String AVAILABLE_PERMITS_TEXT = "Calls without a key that would pass right now";
    static final String KEYS_TEXT = "Keys that have a state of their own";

    /** The instance id of the limiter. Never a key: there may be a million of them. */
    static final String INSTANCE = "resilience4cata.instance";

    /** Whether the call passed all the same. */
    static final String SHADOW = "resilience4cata.shadow";

    /** Upper bounds of the histogram in seconds: those that OpenTelemetry advises for requests. */
    static final List<Double> WAIT_BOUNDS =
            List.of(
                    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5,
                    10.0);

    static final double NANOS_PER_SECOND = 1e9;

    private Names() {}
}
