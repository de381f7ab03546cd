// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.impl.SlotScheme.Ticket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the queue of a scheme, each promise compared with what the oracle {@link
 * Promises} knows: S2 is kept, no call is promised a start that would break it, and none one that
 * is more than an interval later than the earliest that any scheme could have promised (S3).
 */
final class QueueHistory {

    private final SlotScheme scheme;
    private final long maxWait;
    private final Promises promises;
    private final List<Ticket> waiting = new ArrayList<>();
    private long now;
    private boolean envelopeOnly;

    int arrivals;
    int refused;
    int reused;

    QueueHistory(SlotScheme scheme, RateLimiterConfig config, long now) {
        this.scheme = scheme;
        this.maxWait = config.maxWait().toNanos();
        this.promises = new Promises(config, now);
        this.now = now;
    }

    long now() {
        return now;
    }

    int waiting() {
        return waiting.size();
    }

    /** A call comes. */
    @Nullable Ticket arrive() {
        arrivals++;
        long earliest = promises.earliest(now);
        long latest = latest(earliest);
        Ticket ticket = scheme.arrive(now);
        if (ticket == null) {
            refused++;
            assertThat(latest - now)
                    .as("S3: the longest wait of a call that was refused")
                    .isGreaterThan(maxWait);
            return null;
        }
        long due = ticket.due();
        assertThat(due - now).as("S1: wait").isBetween(0L, maxWait);
        assertThat(due - earliest)
                .as("S2: nanoseconds after the earliest start that keeps the envelope")
                .isNotNegative();
        assertThat(latest - due)
                .as("S3: nanoseconds before the latest start that loses no permit")
                .isNotNegative();
        promises.add(due);
        promises.assertConforming();
        if (due != now) {
            reused += waiting.stream().anyMatch(other -> other.due() - due > 0) ? 1 : 0;
            waiting.add(ticket);
            waiting.sort(Comparator.comparingLong(other -> other.due() - now));
        }
        return ticket;
    }

    /**
     * The latest start that a call may be promised. Where starts fall between the moments that a
     * clock shows, a call may have to queue up although, by fractions of a nanosecond, the others
     * leave room for it.
     */
    private long latest(long earliest) {
        if (envelopeOnly) {
            return now + Long.MAX_VALUE;
        }
        long from = promises.isWhole() ? earliest : promises.earliestBehindAll(now);
        return from + promises.intervalNanos();
    }

    /** Calls that wait are due an interval apart, to the nanosecond (S12). */
    void assertSpaced() {
        for (int i = 1; i < waiting.size(); i++) {
            assertThat(waiting.get(i).due() - waiting.get(i - 1).due())
                    .as("S12: nanoseconds between two that wait")
                    .isGreaterThanOrEqualTo(
                            promises.intervalNanos() - (promises.isWhole() ? 0 : 1));
        }
    }

    /** A waiting call gives up; the first of them is number 0. */
    void giveUp(int number) {
        Ticket ticket = waiting.remove(number);
        promises.remove(ticket.due());
        scheme.giveBack(ticket, now);
    }

    /** Time passes, and every call that waits starts when it is due. */
    void pass(long nanos) {
        long until = now + nanos;
        while (!waiting.isEmpty() && waiting.get(0).due() - until <= 0) {
            Ticket ticket = waiting.remove(0);
            now = later(now, ticket.due());
            scheme.start(ticket, now);
        }
        now = until;
        promises.settle(waiting.isEmpty() ? now : earlier(now, waiting.get(0).due()));
    }

    /** Time passes and no call that is due starts: its thread has no processor. */
    void stall(long nanos) {
        now += nanos;
        onlyEnvelope();
    }

    /** From now on, S3 is not looked at. */
    void onlyEnvelope() {
        envelopeOnly = true;
    }

    /**
     * Calls come until the next would start after the given time, and use it whole: no less than
     * one permit for each interval, but for the one that the first may have missed.
     */
    void saturate(int intervals) {
        long nanos = Math.min(maxWait, intervals * promises.intervalNanos());
        Ticket ticket;
        do {
            ticket = arrive();
        } while (ticket != null && ticket.due() - now <= nanos);
        if (!envelopeOnly) {
            assertThat(promises.within(now, nanos))
                    .as("S3: starts in the next %s ns", nanos)
                    .isGreaterThanOrEqualTo((int) promises.steady(nanos) - 1);
        }
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }

    private static long earlier(long a, long b) {
        return a - b < 0 ? a : b;
    }
}
