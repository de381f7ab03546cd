// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceException;
import java.util.Comparator;
import java.util.List;

/**
 * Several limiters as one: a call takes a permit of each or of none. It starts at the first moment
 * at which all of them let it, so it waits for the last permit, not for the sum, and never longer
 * than the shortest maxWait.
 *
 * <p>A call that is refused at a glance costs reads only. For any other the schedules are held
 * still one after the other, in the order of their ids, so that two such calls cannot block each
 * other. Safe for use by several threads.
 */
final class JointLimiter extends CallPolicy {

    private final List<Limiter> limiters;

    /** Those of {@link #limiters}; an array, so that a call allocates no iterators. */
    private final GcraLimiter[] schedules;

    JointLimiter(RegistryParts parts, List<Limiter> limiters) {
        super(parts);
        this.limiters =
                limiters.stream().sorted(Comparator.comparing(Limiter::instanceId)).toList();
        if (this.limiters.stream().distinct().count() < limiters.size()) {
            throw new IllegalArgumentException("A call takes one permit of a limiter, not two.");
        }
        schedules = this.limiters.stream().map(limiter -> limiter.gcra).toArray(GcraLimiter[]::new);
    }

    @Override
    Reservation reserve() {
        if (!isCounting()) {
            return Reservation.ADMITTED;
        }
        long now = parts.clock().nanoTime();
        long maxWait = maxWaitNanos();
        for (GcraLimiter schedule : schedules) {
            if (schedule.waitNanos(now) > maxWait) {
                return Reservation.REFUSED;
            }
        }
        int held = 0;
        try {
            for (; held < schedules.length; held++) {
                schedules[held].hold(now);
            }
            return reserveHeld(now);
        } finally {
            while (held > 0) {
                schedules[--held].release();
            }
        }
    }

    private Reservation reserveHeld(long now) {
        long maxWait = maxWaitNanos();
        long start = now;
        // Whenever one moves the start, it may no longer suit the others.
        for (int i = 0, agreed = 0; agreed < schedules.length; i = (i + 1) % schedules.length) {
            long possible = schedules[i].startFrom(start);
            agreed = possible == start ? agreed + 1 : 1;
            start = possible;
            if (start - now > maxWait) {
                return Reservation.REFUSED;
            }
        }
        Reservation reservation = null;
        for (GcraLimiter schedule : schedules) {
            reservation = schedule.take(now, start, reservation);
        }
        return reservation == null ? Reservation.ADMITTED : reservation;
    }

    private boolean isCounting() {
        boolean counting = false;
        for (GcraLimiter schedule : schedules) {
            counting |= schedule.isCounting();
        }
        return counting;
    }

    private long maxWaitNanos() {
        long shortest = Long.MAX_VALUE;
        for (GcraLimiter schedule : schedules) {
            shortest = Math.min(shortest, schedule.maxWaitNanos());
        }
        return shortest;
    }

    /** The limiter whose next permit is the farthest. */
    @Override
    Limiter refusing() {
        int farthest = 0;
        try {
            long now = isCounting() ? parts.clock().nanoTime() : 0;
            long longest = 0;
            for (int i = 0; i < schedules.length; i++) {
                long wait = schedules[i].waitNanos(now);
                if (wait > longest) {
                    longest = wait;
                    farthest = i;
                }
            }
        } catch (ResilienceException e) {
            // The registry was closed, so the call was released; one limiter is as good as another.
        }
        return limiters.get(farthest);
    }

    @Override
    List<Limiter> limiters() {
        return limiters;
    }

    @Override
    public RateLimitExceededException rejection() {
        return refusing().rejection();
    }
}
