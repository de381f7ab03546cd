// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.examples.wildfly.demo.Claims.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The calls to one limiter, which was full before the first.
 *
 * @param name the limiter for people
 * @param actual the configuration that the server has
 */
record Scene(String name, Limit limit, RateLimiterConfig actual, List<Call> calls) {

    long admitted() {
        return calls.stream().filter(Call::admitted).count();
    }

    long rejected() {
        return calls.stream().filter(Call::rejected).count();
    }

    Bounds bounds() {
        return new Bounds(limit.expected(), calls);
    }

    /** What a stopwatch says: the burst, and the rate of the rest. */
    String measured() {
        if (!limit.expected().enabled()) {
            return "no limit";
        }
        long first = calls.get(0).sentNanos();
        long last =
                calls.stream()
                        .filter(Call::admitted)
                        .mapToLong(Call::answeredNanos)
                        .max()
                        .orElse(first);
        int burst = limit.expected().burst();
        return String.format(
                Locale.ROOT,
                "%d, then %.1f per s",
                burst,
                last == first ? 0 : (admitted() - burst) * 1e9 / (last - first));
    }

    List<Claim> claims() {
        Bounds bounds = bounds();
        List<Claim> claims = new ArrayList<>();
        claims.add(
                new Claim(
                        "the server has the values that the annotation and the properties say",
                        name,
                        actual.equals(limit.shown()),
                        "it has " + actual));
        Optional<String> crowded = bounds.crowdedWindow();
        claims.add(
                new Claim(
                        "in no time w, however short or long, more than burst + w / interval calls",
                        name,
                        crowded.isEmpty(),
                        crowded.orElse("")));
        claims.add(
                new Claim(
                        "admitted is within the bounds, so no permit was lost",
                        name,
                        bounds.fewest() <= admitted() && admitted() <= bounds.most(),
                        admitted() + " admitted, the bounds are " + range()));
        List<Call> others =
                calls.stream().filter(call -> !call.admitted() && !call.rejected()).toList();
        claims.add(
                new Claim(
                        "each rejection is a 429 that names the limiter",
                        name,
                        others.isEmpty()
                                && calls.stream()
                                        .filter(Call::rejected)
                                        .allMatch(call -> call.body().contains(limit.id())),
                        "other answers: " + others));
        return claims;
    }

    String range() {
        long fewest = bounds().fewest();
        long most = bounds().most();
        return fewest == most ? String.valueOf(most) : fewest + "-" + most;
    }
}
