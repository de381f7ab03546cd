// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.time.Duration;

/**
 * A call that was rejected. Immutable, so safe to share between threads.
 *
 * @param instance the instance id of the limiter
 * @param timeToNextPermit the time after the call at which the next permit is due: a call that
 *     comes earlier and may not wait is rejected too; at that time others may come first
 */
public record RateLimiterRejected(String instance, Duration timeToNextPermit) {}
