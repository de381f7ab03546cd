// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.generated.RateLimiterPolicy;
import jakarta.interceptor.InvocationContext;

/**
 * The policy of a call: that of its key, if its limiter has keys. Implementations are safe for use
 * by several threads.
 */
@FunctionalInterface
interface PolicyChoice {

    RateLimiterPolicy of(InvocationContext call);
}
