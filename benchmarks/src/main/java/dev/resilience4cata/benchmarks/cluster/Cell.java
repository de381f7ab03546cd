// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import dev.resilience4cata.benchmarks.worker.Limit;
import dev.resilience4cata.benchmarks.worker.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One situation in which all are measured.
 *
 * @param keys how many keys there are calls for; the k-th about as often as 1 / k
 * @param processes how many JVMs share the limits
 * @param threads that call in each of them
 * @param limited whether calls come at a rate of which the limit admits about a half; otherwise
 *     they come as fast as they can, and the limit is never reached
 */
record Cell(int keys, int processes, int threads, boolean limited) implements Comparable<Cell> {

    /** Calls in a second, of all threads of all processes, if they are limited. */
    static final int CALLS_PER_SECOND = 4000;

    private static final Limit NEVER_REACHED = new Limit(1_000_000_000, Duration.ofSeconds(1));

    /** Half of the calls. */
    private static final Limit HALF = new Limit(CALLS_PER_SECOND / 2 / 10, Duration.ofMillis(100));

    /**
     * Of 10 000 keys the busiest has 7.5 % of the calls; those that have more calls than this are
     * two hundred or so, and about half of all calls are beyond it.
     */
    private static final Limit HALF_OF_MANY = new Limit(1, Duration.ofMillis(500));

    private static final Comparator<Cell> ORDER =
            Comparator.comparing(Cell::limited)
                    .thenComparing(Cell::keys)
                    .thenComparing(Cell::processes)
                    .thenComparing(Cell::threads);

    /** All of them, in the order of the tables. */
    static List<Cell> grid() {
        List<Cell> cells = new ArrayList<>();
        for (boolean limited : new boolean[] {false, true}) {
            for (int keys : new int[] {1, 10_000}) {
                for (int processes : new int[] {1, 4}) {
                    for (int threads : new int[] {1, 8, 64}) {
                        cells.add(new Cell(keys, processes, threads, limited));
                    }
                }
            }
        }
        return cells;
    }

    /** The limit of each key. */
    Limit limit() {
        if (!limited) {
            return NEVER_REACHED;
        }
        return keys == 1 ? HALF : HALF_OF_MANY;
    }

    /** What each process does for a while. */
    Load load(long startNanos, Duration time) {
        long interval =
                limited ? TimeUnit.SECONDS.toNanos(1) * processes * threads / CALLS_PER_SECOND : 0;
        return new Load(threads, interval, startNanos, startNanos + time.toNanos());
    }

    /** A name for its limiters. */
    String name() {
        return keys + "-" + processes + "-" + threads + (limited ? "-limited" : "-free");
    }

    @Override
    public int compareTo(Cell other) {
        return ORDER.compare(this, other);
    }
}
