// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@link QueueHistory} is worth: ways to give back that look right, in histories that a right
 * one passes.
 */
class WrongWaysToGiveBackTest {

    private static final int HISTORIES = 2000;
    private static final long INTERVAL = 10;

    @SuppressWarnings("ImmutableEnumChecker") // a constructor is immutable
    enum Way {
        /** The schedule moves back by an interval, whichever slot it was. */
        PLAIN("S2", PlainSchedule::new),
        /** The same, but nobody is due before, or together with, the last that waits. */
        BEHIND_THE_LAST("S2", BehindTheLast::new),
        /** The same, but only as often as the tolerance can make up for. */
        WITHIN_TOLERANCE("S2", WithinTolerance::new),
        /** What is given back is a credit: the next arrival starts at once. */
        CREDIT("S2", Credit::new),
        /** A slot stays free although its moment has passed. */
        WITHOUT_EXPIRY("S2", WithoutExpiry::new),
        /** Only the newest slot is given back. */
        ONLY_THE_NEWEST("S3", OnlyTheNewest::new),
        /** A due time is given back, and is lost once it has passed. */
        DUE_TIMES("S3", DueTimes::new),
        /** Calls that wait keep their slots although earlier ones are free. */
        WITHOUT_EXCHANGE("S3", FreeSlotSet::new);

        private final String broken;
        private final Function<RateLimiterConfig, SlotScheme> scheme;

        Way(String broken, Function<RateLimiterConfig, SlotScheme> scheme) {
            this.broken = broken;
            this.scheme = scheme;
        }
    }

    @ParameterizedTest
    @EnumSource
    void isCaught(Way way) {
        assertThat(IntStream.range(0, HISTORIES))
                .as("histories in which %s breaks %s", way, way.broken)
                .anyMatch(seed -> breaks(seed, way));
    }

    private static boolean breaks(int seed, Way way) {
        try {
            run(seed, way.scheme, way.broken.equals("S2"));
            return false;
        } catch (AssertionError e) {
            return e.toString().contains(way.broken);
        }
    }

    @Test
    void theRightWayIsNot() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            run(seed, Exchange::new, false);
        }
    }

    private static void run(
            int seed, Function<RateLimiterConfig, SlotScheme> scheme, boolean onlyEnvelope) {
        Random random = new Random(seed);
        int burst = 1 + random.nextInt(4);
        int intervalsOfWait = 3 + random.nextInt(20);
        RateLimiterConfig config =
                new RateLimiterConfig(
                        1,
                        Duration.ofNanos(INTERVAL),
                        burst,
                        Duration.ofNanos(intervalsOfWait * INTERVAL),
                        true);
        QueueHistory history = new QueueHistory(scheme.apply(config), config, 0);
        if (onlyEnvelope) {
            history.onlyEnvelope();
        }
        for (int step = 0; step < 120; step++) {
            int chance = random.nextInt(100);
            if (chance < 50) {
                history.arrive();
            } else if (chance >= 75) {
                history.pass(random.nextLong(2 * INTERVAL));
            } else if (history.waiting() > 0) {
                history.giveUp(random.nextInt(history.waiting()));
            }
        }
    }

    /** The schedule, its slots known by their moments. */
    private abstract static class Schedule implements SlotScheme {

        final long maxWait;
        final long tolerance;
        long tat;
        final TreeMap<Long, Long> dueBySlot = new TreeMap<>();

        Schedule(RateLimiterConfig config) {
            maxWait = config.maxWait().toNanos();
            tolerance = (config.burst() - 1) * INTERVAL;
        }

        @Override
        public @Nullable Ticket arrive(long now) {
            return arrive(Math.max(tat, now), now);
        }

        @Nullable Ticket arrive(long slot, long now) {
            return arrive(slot, Math.max(now, slot - tolerance), now);
        }

        @Nullable Ticket arrive(long slot, long due, long now) {
            if (due - now > maxWait) {
                return null;
            }
            tat = Math.max(tat, slot + INTERVAL);
            if (due > now) {
                dueBySlot.put(slot, due);
            }
            return new Ticket(due, slot);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            dueBySlot.remove((Long) ticket.slot());
        }

        @Override
        public void start(Ticket ticket, long now) {
            dueBySlot.remove((Long) ticket.slot());
        }
    }

    private static class PlainSchedule extends Schedule {

        PlainSchedule(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            super.giveBack(ticket, now);
            tat -= INTERVAL;
        }
    }

    private static final class BehindTheLast extends PlainSchedule {

        BehindTheLast(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public @Nullable Ticket arrive(long now) {
            long slot = Math.max(tat, now);
            long due = Math.max(now, slot - tolerance);
            if (!dueBySlot.isEmpty()) {
                due = Math.max(due, dueBySlot.lastEntry().getValue() + 1);
            }
            return arrive(slot, due, now);
        }
    }

    private static final class WithinTolerance extends Schedule {

        private int outstanding;

        WithinTolerance(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            super.giveBack(ticket, now);
            if (dueBySlot.isEmpty()) {
                outstanding = 0;
            }
            if (outstanding * INTERVAL < tolerance) {
                outstanding++;
                tat -= INTERVAL;
            }
        }

        @Override
        public void start(Ticket ticket, long now) {
            super.start(ticket, now);
            outstanding = Math.max(0, outstanding - 1);
        }
    }

    private static final class OnlyTheNewest extends Schedule {

        OnlyTheNewest(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            super.giveBack(ticket, now);
            long slot = (Long) ticket.slot();
            if (tat == slot + INTERVAL) {
                tat = slot;
            }
        }
    }

    private static final class Credit extends Schedule {

        private int credit;

        Credit(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public @Nullable Ticket arrive(long now) {
            if (credit > 0) {
                credit--;
                return new Ticket(now, now);
            }
            return super.arrive(now);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            super.giveBack(ticket, now);
            credit++;
        }
    }

    private static final class DueTimes extends Schedule {

        private final TreeSet<Long> free = new TreeSet<>();

        DueTimes(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public @Nullable Ticket arrive(long now) {
            Long slot = free.ceiling(now + tolerance);
            if (slot == null) {
                return super.arrive(now);
            }
            free.remove(slot);
            return arrive(slot, now);
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            super.giveBack(ticket, now);
            free.add((Long) ticket.slot());
        }
    }

    /** Free slots, used again by arrivals in their order. */
    private static class FreeSlotSet extends Schedule {

        final TreeSet<Long> free = new TreeSet<>();

        FreeSlotSet(RateLimiterConfig config) {
            super(config);
        }

        void expire(long now) {
            free.headSet(now).clear();
        }

        @Override
        public @Nullable Ticket arrive(long now) {
            expire(now);
            if (free.isEmpty()) {
                return super.arrive(now);
            }
            Ticket ticket = arrive(free.first(), now);
            if (ticket != null) {
                free.pollFirst();
            }
            return ticket;
        }

        @Override
        public void giveBack(Ticket ticket, long now) {
            super.giveBack(ticket, now);
            free((Long) ticket.slot());
        }

        void free(long slot) {
            free.add(slot);
            while (!free.isEmpty() && free.last() == tat - INTERVAL) {
                tat = free.pollLast();
            }
        }
    }

    private static final class WithoutExpiry extends FreeSlotSet {

        WithoutExpiry(RateLimiterConfig config) {
            super(config);
        }

        @Override
        void expire(long now) {
            // They last for ever.
        }
    }

    /** The right way where intervals are whole: a call that starts takes an earlier free slot. */
    private static final class Exchange extends FreeSlotSet {

        Exchange(RateLimiterConfig config) {
            super(config);
        }

        @Override
        public void start(Ticket ticket, long now) {
            super.start(ticket, now);
            expire(now);
            long own = (Long) ticket.slot();
            if (!free.isEmpty() && free.first() < own && free.first() - tolerance <= now) {
                free.pollFirst();
                free(own);
            }
        }
    }
}
