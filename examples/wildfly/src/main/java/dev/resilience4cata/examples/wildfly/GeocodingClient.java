// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Client of a geocoding service that allows five requests per second in all. The two methods have
 * one name, so they share one limiter; a call that is a little early waits.
 */
@ApplicationScoped
public class GeocodingClient {

    /** Stands for the remote service. */
    private static final List<Place> PLACES =
            List.of(
                    new Place("Berlin", 52.52, 13.40),
                    new Place("Lisbon", 38.72, -9.14),
                    new Place("Nairobi", -1.29, 36.82),
                    new Place("Quito", -0.18, -78.47));

    @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
    public Optional<Place> geocode(String address) {
        return PLACES.stream().filter(place -> address.contains(place.name())).findFirst();
    }

    @RateLimiter(name = "geocoding", permits = 5, period = "1s", maxWait = "500ms")
    public Place reverse(double latitude, double longitude) {
        return PLACES.stream()
                .min(
                        Comparator.comparingDouble(
                                place ->
                                        Math.hypot(
                                                place.latitude() - latitude,
                                                place.longitude() - longitude)))
                .orElseThrow();
    }
}
