// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import dev.resilience4cata.annotation.RateLimiter;

public interface SearchApi {

    @RateLimiter(permits = 10, period = "1s")
    String search(String query);
}
