// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import dev.resilience4cata.ResilienceRegistry;
import java.time.Duration;

/** The instruments of one API. Safe for use by several threads. */
interface Instruments {

    /** Counts a rejected call. */
    void rejected(String instance, boolean shadow);

    /** Records a wait. */
    void waited(String instance, Duration waited);

    /** Shows a limiter from now on. */
    void add(WatchedLimiter limiter);

    /**
     * Shows the limiters of a registry no longer. Without lambdas: a server may be shutting down.
     */
    void remove(ResilienceRegistry registry);

    /** Shows nothing from now on. */
    void close();
}
