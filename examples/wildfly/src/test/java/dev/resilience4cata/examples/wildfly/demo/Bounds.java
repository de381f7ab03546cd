// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import dev.resilience4cata.RateLimiterConfig;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a limiter may and what it must let through, given when the calls were sent and answered. A
 * slow machine makes the bounds wider and never makes a right limiter break them. The limiter has
 * to be full, and left alone by others, from the first call on.
 *
 * <p>Times are counted in units of {@code 1 / permits} nanoseconds, so that the time between two
 * permits is a whole number.
 */
final class Bounds {

    private final RateLimiterConfig config;
    private final List<Call> calls;
    private final List<Call> admitted;

    Bounds(RateLimiterConfig config, List<Call> calls) {
        this.config = config;
        this.calls = calls.stream().sorted(Comparator.comparingLong(Call::sentNanos)).toList();
        this.admitted = this.calls.stream().filter(Call::admitted).toList();
    }

    /** The most calls that can have been admitted: burst, and one per interval (S2). */
    long most() {
        if (!config.enabled() || calls.isEmpty()) {
            return calls.size();
        }
        long first = calls.get(0).sentNanos();
        long last = calls.stream().mapToLong(Call::answeredNanos).max().orElseThrow();
        return Math.min(calls.size(), allowedWithin(last - first));
    }

    /**
     * The fewest calls that must have been admitted (S3) if all permits were there at first: each
     * call is counted as rejected whenever it may have been so, deciding as early as it can, and an
     * admitted one uses up as much as it can, deciding as late as it can.
     */
    long fewest() {
        return fewest(0);
    }

    /** As {@link #fewest()}, if none was there at first. */
    long fewestWhenUsedUp() {
        return fewest(config.burst() * config.period().toNanos());
    }

    private long fewest(long firstDue) {
        if (!config.enabled()) {
            return calls.size();
        }
        long interval = config.period().toNanos();
        long longestWait = units(config.maxWait().toNanos());
        long nextDue = firstDue;
        long count = 0;
        for (Call call : calls) {
            long earliest = units(call.sentNanos() - calls.get(0).sentNanos());
            long latest = units(call.answeredNanos() - calls.get(0).sentNanos());
            long wait = nextDue - (config.burst() - 1) * interval - earliest;
            if (wait <= longestWait) {
                nextDue = Math.max(nextDue, latest) + interval;
                count++;
            }
        }
        return count;
    }

    /** A window in which more calls ran than S2 allows, if there is one, whatever its length. */
    Optional<String> crowdedWindow() {
        return Optional.of(worstWindow())
                .filter(window -> window.beyond() > 0)
                .map(Window::toString);
    }

    /** How many calls too many ran in the worst of all windows; zero if there were none. */
    long beyond() {
        return Math.max(0, worstWindow().beyond());
    }

    private Window worstWindow() {
        Window worst = new Window(0, 0, 0);
        if (!config.enabled()) {
            return worst;
        }
        for (Call first : admitted) {
            long start = first.sentNanos();
            long[] ends =
                    admitted.stream()
                            .filter(call -> call.sentNanos() >= start)
                            .mapToLong(Call::answeredNanos)
                            .sorted()
                            .toArray();
            for (int i = 0; i < ends.length; i++) {
                long length = ends[i] - start;
                Window window = new Window(i + 1, allowedWithin(length), length);
                worst = window.beyond() > worst.beyond() ? window : worst;
            }
        }
        return worst;
    }

    private record Window(long ran, long allowed, long nanos) {

        long beyond() {
            return ran - allowed;
        }

        @Override
        public String toString() {
            return "%d calls ran within %d ms, %d are allowed"
                    .formatted(ran, nanos / 1_000_000, allowed);
        }
    }

    /** What one limiter may let through in a time that begins with a whole burst. */
    long allowedWithin(long nanos) {
        return config.burst() + units(nanos) / config.period().toNanos();
    }

    private long units(long nanos) {
        return Math.multiplyExact(nanos, config.permits());
    }
}
