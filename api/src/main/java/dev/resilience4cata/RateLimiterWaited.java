// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import java.time.Duration;

/**
 * A call that had to wait for its permit and starts now. Immutable, so safe to share between
 * threads.
 *
 * @param instance the instance id of the limiter that made it wait; of several limiters at once,
 *     the one that alone would have made it wait the longest
 * @param waited the time from the call to its start, not negative
 */
public record RateLimiterWaited(String instance, Duration waited) {}
