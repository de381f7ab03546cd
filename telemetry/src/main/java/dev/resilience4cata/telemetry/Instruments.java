// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import java.time.Duration;

/** The instruments of one API. Safe for use by several threads. */
interface Instruments {

    /** Shows a limiter from now on. */
    OfLimiter of(WatchedLimiter limiter);

    /** The instruments of one limiter. Safe for use by several threads. */
    interface OfLimiter {

        /** Counts a rejected call. */
        void rejected(boolean shadow);

        /** Records a wait. */
        void waited(Duration waited);

        /** Shows nothing from now on. Without lambdas: a server may be shutting down. */
        void remove();
    }
}
