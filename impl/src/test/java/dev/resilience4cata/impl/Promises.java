// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The starts of a limiter, past and promised, and what they leave room for: an oracle that knows
 * nothing of slots. A set of starts conforms if, in their order, none comes before {@code TAT -
 * tau}, where each moves {@code TAT} to {@code max(TAT, start) + T}; the earliest start of an
 * arrival is the first moment that can be inserted.
 *
 * <p>Exact: times are whole nanoseconds, the schedule is counted in {@code 1 / permits} of them
 * from a base that follows the present.
 */
final class Promises {

    private final long permits;
    private final long interval;
    private final long tolerance;
    private final List<Long> starts = new ArrayList<>();
    private long base;
    private long tatAtBase;

    Promises(RateLimiterConfig config, long now) {
        permits = config.permits();
        interval = config.period().toNanos();
        tolerance = (config.burst() - 1L) * interval;
        base = now;
    }

    /** Nanoseconds, rounded up, from one start of a steady flow to the next. */
    long intervalNanos() {
        return ceilDiv(interval);
    }

    /** The envelope S2, of starts in their order. */
    static void assertEnvelope(RateLimiterConfig config, long... starts) {
        Promises promises = new Promises(config, starts[0]);
        for (long start : starts) {
            promises.settle(start);
            promises.add(start);
            promises.assertConforming();
        }
    }

    /** Forgets starts before a time, but for what they leave room for; none follows there. */
    void settle(long until) {
        while (!starts.isEmpty() && starts.get(0) - until < 0) {
            long start = units(starts.remove(0));
            tatAtBase = Math.max(tatAtBase, start) + interval;
        }
        long elapsed = until - base;
        tatAtBase = elapsed > tatAtBase / permits ? 0 : Math.max(0, tatAtBase - elapsed * permits);
        base = until;
    }

    void add(long start) {
        starts.add(place(start), start);
    }

    void remove(long start) {
        if (!starts.remove(start)) {
            throw new AssertionError("no call was to start at " + start);
        }
    }

    /** Whether calls can start exactly when the schedule says. */
    boolean isWhole() {
        return interval % permits == 0;
    }

    /** Starts that a steady flow has in so many nanoseconds, at the least. */
    long steady(long nanos) {
        // Alone at its moment, each start is on a whole nanosecond.
        return tolerance == 0 ? nanos / intervalNanos() : nanos * permits / interval;
    }

    /** Calls that have started or will start in {@code (from, from + nanos]}. */
    int within(long from, long nanos) {
        return (int) starts.stream().filter(at -> at - from > 0 && at - from <= nanos).count();
    }

    /** The first moment from a time on at which a call may start without harm to any other. */
    long earliest(long now) {
        long tat = tatAtBase;
        for (int place = 0; ; place++) {
            long after = place == 0 ? now : later(now, starts.get(place - 1));
            long start = later(after, base + ceilDiv(tat - tolerance));
            boolean last = place == starts.size();
            if ((last || start - starts.get(place) <= 0) && conformFrom(place, next(tat, start))) {
                return start;
            }
            if (last) {
                throw new AssertionError("a start after all others always conforms");
            }
            tat = next(tat, starts.get(place));
        }
    }

    /** The first moment at which a call may start that starts after all others. */
    long earliestBehindAll(long now) {
        long tat = tatAtBase;
        for (long start : starts) {
            tat = next(tat, start);
        }
        long last = starts.isEmpty() ? now : later(now, starts.get(starts.size() - 1));
        return later(last, base + ceilDiv(tat - tolerance));
    }

    /** The envelope S2, of everything that has started and everything that is promised. */
    void assertConforming() {
        assertThat(conformFrom(0, tatAtBase))
                .as("S2: starts %s from %s on keep the envelope", starts, base)
                .isTrue();
    }

    private boolean conformFrom(int place, long tatBefore) {
        long tat = tatBefore;
        for (int i = place; i < starts.size(); i++) {
            if (units(starts.get(i)) < tat - tolerance) {
                return false;
            }
            tat = next(tat, starts.get(i));
        }
        return true;
    }

    private long next(long tat, long start) {
        return Math.max(tat, units(start)) + interval;
    }

    private int place(long start) {
        int found = Collections.binarySearch(starts, start, (a, b) -> Long.signum(a - b));
        return found >= 0 ? found : -found - 1;
    }

    private long units(long time) {
        return Math.multiplyExact(time - base, permits);
    }

    private long ceilDiv(long units) {
        return -Math.floorDiv(-units, permits);
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }
}
