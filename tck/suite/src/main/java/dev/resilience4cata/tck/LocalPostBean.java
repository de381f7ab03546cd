// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.ejb.Stateless;

/** A session bean that is called by its local view. Called by the container. */
@Stateless
public class LocalPostBean implements LocalPost {
    @Override
    @RateLimiter(name = "local", permits = 2, period = "1s")
    public void send() {}
}
