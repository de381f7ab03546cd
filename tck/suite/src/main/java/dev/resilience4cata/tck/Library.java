// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;

/** A bean in a library of an application. */
@ApplicationScoped
class Library {
    @RateLimiter(name = "x", permits = 9)
    void third() {}
}
