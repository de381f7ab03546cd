// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;

/** A session bean with a limit on a method that nobody can override. */
@Stateless
public class StatelessFinal {
    /** Cannot be limited. */
    @RateLimiter
    public final void call() {}
}
