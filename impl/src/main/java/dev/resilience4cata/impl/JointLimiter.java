// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

    private final List<SingleLimiter> limiters;

    /** Those of {@link #limiters}; an array, so that a call allocates no iterators. */
    private final GcraLimiter[] schedules;

    /** The answer that a call was refused, by each of {@link #limiters}. */
    private final Reservation[] refusals;

    JointLimiter(RegistryParts parts, List<SingleLimiter> limiters) {
        this(
                parts,
                limiters.stream().sorted(Comparator.comparing(SingleLimiter::instanceId)).toList(),
                Stream.generate(Reservation::new)
                        .limit(limiters.size())
                        .toArray(Reservation[]::new));
        if (this.limiters.stream().map(SingleLimiter::instanceId).distinct().count()
                < limiters.size()) {
            throw new IllegalArgumentException("A call takes one permit of a limiter, not two.");
        }
    }

    private JointLimiter(RegistryParts parts, List<SingleLimiter> sorted, Reservation[] refusals) {
        super(parts);
        this.limiters = sorted;
        this.refusals = refusals;
        schedules = new GcraLimiter[sorted.size()];
        for (int i = 0; i < schedules.length; i++) {
            schedules[i] = sorted.get(i).gcra;
        }
    }

    @Override
    public RateLimiterPolicy ofKey(@Nullable Object key) {
        return key == null ? this : with(limiter -> (SingleLimiter) limiter.ofKey(key));
    }

    private JointLimiter with(UnaryOperator<SingleLimiter> change) {
        List<SingleLimiter> changed = new ArrayList<>(limiters.size());
        for (SingleLimiter limiter : limiters) {
            changed.add(change.apply(limiter));
        }
        return new JointLimiter(parts, changed, refusals);
    }

    @Override
    Reservation reserve() {
        Reservation answer = reserveEnforced();
        if (answer == Reservation.RETIRED) {
            return with(SingleLimiter::current).reserve();
        }
        for (int i = 0; i < schedules.length && isRunning(answer); i++) {
            if (!schedules[i].isEnforced()) {
                Verdict unused = limiters.get(i).reserve(); // passes, and publishes
            }
        }
        return answer;
    }

    private static boolean isRunning(Reservation answer) {
        return answer == Reservation.ADMITTED || answer.isWaiting();
    }

    /** Asks those that can refuse. */
    private Reservation reserveEnforced() {
        if (!isEnforced()) {
            return isRetired() ? Reservation.RETIRED : Reservation.ADMITTED;
        }
        long now = parts.clock().nanoTime();
        long maxWait = maxWaitNanos();
        for (GcraLimiter schedule : schedules) {
            if (schedule.waitNanos(now) > maxWait) {
                return refusal(now);
            }
        }
        int held = 0;
        Reservation answer;
        try {
            for (; held < schedules.length; held++) {
                schedules[held].hold(now);
            }
            if (isRetired()) {
                return Reservation.RETIRED;
            }
            answer = reserveHeld(now);
        } finally {
            while (held > 0) {
                schedules[--held].release();
            }
        }
        return answer == Reservation.REFUSED ? refusal(now) : answer;
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
        int slowest = start == now ? 0 : slowest(now);
        for (int i = 1; i <= schedules.length; i++) { // the slowest last, so that it is found first
            reservation = schedules[(slowest + i) % schedules.length].take(now, start, reservation);
        }
        return reservation == null ? Reservation.ADMITTED : reservation;
    }

    /** The one that alone would make the call wait the longest; while held. */
    private int slowest(long now) {
        int slowest = 0;
        long longest = 0;
        for (int i = 0; i < schedules.length; i++) {
            long wait = schedules[i].startFrom(now) - now;
            if (wait > longest) {
                slowest = i;
                longest = wait;
            }
        }
        return slowest;
    }

    private boolean isEnforced() {
        boolean enforced = false;
        for (GcraLimiter schedule : schedules) {
            enforced |= schedule.isEnforced();
        }
        return enforced;
    }

    /** Whether one of them has been replaced; once held, none can be. */
    private boolean isRetired() {
        for (GcraLimiter schedule : schedules) {
            if (schedule.isRetired()) {
                return true;
            }
        }
        return false;
    }

    private long maxWaitNanos() {
        long shortest = Long.MAX_VALUE;
        for (GcraLimiter schedule : schedules) {
            shortest = Math.min(shortest, schedule.maxWaitNanos());
        }
        return shortest;
    }

    /**
     * The answer that tells which limiter it is: one that would refuse the call by itself, if there
     * is one; of several, the one whose next permit is the farthest.
     */
    private Reservation refusal(long now) {
        int refusing = 0;
        long longest = -1;
        boolean alone = false;
        for (int i = 0; i < schedules.length; i++) {
            long wait = schedules[i].waitNanos(now);
            boolean refuses = wait > schedules[i].maxWaitNanos();
            if (refuses == alone ? wait > longest : refuses) {
                refusing = i;
                longest = wait;
                alone = refuses;
            }
        }
        return refusals[refusing];
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // each refusal is one of a kind
    SingleLimiter deciding(Verdict answer) {
        for (int i = 0; i < refusals.length; i++) {
            if (refusals[i] == answer
                    || (answer instanceof Reservation slot && slot.isOf(schedules[i]))) {
                return limiters.get(i);
            }
        }
        return limiters.get(0);
    }

    @Override
    void count() {
        for (int i = 0; i < schedules.length; i++) {
            limiters.get(i).count();
        }
    }

    @Override
    List<SingleLimiter> limiters() {
        return limiters;
    }

    @Override
    public RateLimitExceededException rejection() {
        return limiters.get(0).rejection();
    }
}
