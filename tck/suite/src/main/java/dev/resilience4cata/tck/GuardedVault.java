// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;

/** A session bean that is not for everybody. Called by the container. */
@Stateless
public class GuardedVault {
    /** Passes three calls of an administrator. */
    @RolesAllowed("admin")
    @RateLimiter(name = "vault", permits = 3, period = "3h")
    public String open() {
        return "open";
    }
}
