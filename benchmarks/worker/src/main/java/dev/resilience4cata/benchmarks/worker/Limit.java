// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import java.time.Duration;

/**
 * What a limiter allows, in words that every peer understands: so many calls may pass at once, and
 * so many more in each period. Immutable, so safe to share between threads.
 *
 * @param permits at least 1
 * @param period at least a millisecond
 */
public record Limit(int permits, Duration period) {

    /**
     * What passes in a time at most, if all permits are there at its beginning.
     *
     * @param nanos the time
     * @return in permits
     */
    public double allowed(long nanos) {
        return permits + (double) permits * nanos / period.toNanos();
    }
}
