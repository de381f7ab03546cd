// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.docs.ratelimiter;

import dev.resilience4cata.annotation.RateLimiter;
import java.util.concurrent.CompletableFuture;

public interface GeoApi {

    @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
    String geocode(String address);

    @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
    String reverse(double latitude, double longitude);

    @RateLimiter(name = "geocoding-async", permits = 5, period = "1s", maxWait = "500ms")
    CompletableFuture<String> geocodeAsync(String address);
}
