// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;

/** A session bean with limits where there can be none. The container refuses it. */
@Stateless
public class StatelessHidden {
    /** Calls what has the limits. */
    public void call() {
        hidden();
        shared();
    }

    @RateLimiter
    private void hidden() {}

    @RateLimiter
    static void shared() {}
}
