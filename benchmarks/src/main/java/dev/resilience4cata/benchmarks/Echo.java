// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.annotation.RateLimiter;

/** What {@link WrappedCall} wraps. */
public interface Echo {

    @RateLimiter(permits = Limiters.NEVER_RUNS_OUT, period = "1s")
    String echo(String text);
}
