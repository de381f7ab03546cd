// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What a {@link dev.resilience4cata.spi.ClusterStore} must answer, in whole numbers and with a time
 * that the caller gives: the oracle of {@link StoreContract}. Written to be read, not to be fast.
 * Not safe for use by several threads.
 */
public final class StoreModel {

    /** The theoretical arrival time of each key, if it is ahead of the latest time of the key. */
    private final Map<String, Long> tats = new HashMap<>();

    /** Creates a model without keys. */
    public StoreModel() {}

    /**
     * Takes units.
     *
     * @param take what to take
     * @param now the time of the store, nanoseconds since the Unix epoch
     * @return what a store answers at that time
     */
    public Grant take(Take take, long now) {
        long ahead = tats.getOrDefault(take.key(), now) - now;
        boolean clamped = ahead > take.maxBacklogNanos();
        long backlog = clamped ? take.maxBacklogNanos() : Math.max(0, ahead);
        long room = Math.max(0, take.limitNanos() - backlog) / take.unitNanos();
        long units = Math.min(take.maxUnits(), room);
        if (units >= take.minUnits()) {
            tats.put(take.key(), now + backlog + units * take.unitNanos());
            return new Grant((int) units, backlog, now, clamped);
        }
        if (clamped) {
            tats.put(take.key(), now + backlog);
        }
        return new Grant(0, backlog, now, clamped);
    }

    /**
     * Gives units back.
     *
     * @param giveBack what to give back
     * @param now the time of the store, nanoseconds since the Unix epoch
     * @return what a store answers at that time
     */
    public long giveBack(GiveBack giveBack, long now) {
        long freed = freed(giveBack, now);
        if (freed > 0) {
            tats.merge(giveBack.key(), -freed, Long::sum);
        }
        return freed;
    }

    private long freed(GiveBack giveBack, long now) {
        long tat = tats.getOrDefault(giveBack.key(), now);
        boolean last = giveBack.slotEndNanos() == tat;
        boolean earlier = giveBack.slotEndNanos() < tat;
        boolean nobodyWaits = tat - now <= giveBack.capNanos();
        boolean free = last || (giveBack.rule() == GiveBack.Rule.STRICT && earlier && nobodyWaits);
        long left = Math.min(giveBack.costNanos(), giveBack.slotEndNanos() - now);
        return free ? Math.max(0, left) : 0;
    }

    /**
     * Gives units back at a time that is not known exactly, if it can be that a store gives this
     * answer.
     *
     * @param giveBack what to give back
     * @param answer what the store answered
     * @param earliest the time of the store before
     * @param latest the time of the store after
     * @return whether there is a time at which this is the answer; if not, nothing has changed
     */
    public boolean givesBack(GiveBack giveBack, long answer, long earliest, long latest) {
        long tat = tats.getOrDefault(giveBack.key(), earliest);
        // Between two of these, each once a rule or the amount changes, the answers are of one
        // kind.
        LongStream turns =
                LongStream.of(
                        earliest,
                        latest,
                        tat - giveBack.capNanos(),
                        giveBack.slotEndNanos() - giveBack.costNanos(),
                        giveBack.slotEndNanos() - answer);
        return turns.filter(now -> earliest <= now && now <= latest)
                .anyMatch(
                        now -> answer == freed(giveBack, now) && answer == giveBack(giveBack, now));
    }
}
