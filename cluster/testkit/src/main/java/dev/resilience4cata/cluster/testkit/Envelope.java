// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToLongFunction;

/**
 * What a limiter promises of every window: no more permits than the burst and those that the window
 * earns. Immutable, so safe to share between threads.
 *
 * @param intervalNanos the emission interval
 * @param burst permits that may be used at once
 */
public record Envelope(long intervalNanos, int burst) {

    /**
     * How many permits the worst of all windows has too many, looked at from its first to its last
     * start. One pass over the sorted starts.
     *
     * @param starts of one key, in any order
     * @param time which of their times to go by
     * @return in permits; negative if the worst window has fewer than it may have
     */
    public double excess(List<Start> starts, ToLongFunction<Start> time) {
        List<Start> sorted = starts.stream().sorted(Comparator.comparingLong(time)).toList();
        long used = 0;
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (Start start : sorted) {
            long earned = time.applyAsLong(start) - time.applyAsLong(sorted.get(0));
            least = Math.min(least, used * intervalNanos - earned);
            used += start.permits();
            most = Math.max(most, used * intervalNanos - earned - least);
        }
        return sorted.isEmpty() ? -burst : (double) (most - burst * intervalNanos) / intervalNanos;
    }

    /**
     * Which part of what a window earns was used in the middle one of the consecutive windows from
     * the first start on: what callers who never stop asking get as long as the machine lets them
     * ask. A pause of the machine, in which nobody asks, is in few windows; permits that a limiter
     * withholds are in all.
     *
     * @param starts of one key, in any order, of at least two windows
     * @param time which of their times to go by
     * @param windowNanos how long a window is; some hundred intervals, since what is used is whole
     * @return 1 if it was all
     */
    public double usedInMedian(List<Start> starts, ToLongFunction<Start> time, long windowNanos) {
        LongSummaryStatistics times = starts.stream().mapToLong(time).summaryStatistics();
        long[] used = new long[(int) ((times.getMax() - times.getMin()) / windowNanos)];
        for (Start start : starts) {
            int window = (int) ((time.applyAsLong(start) - times.getMin()) / windowNanos);
            if (window < used.length) { // the last one is not over
                used[window] += start.permits();
            }
        }
        Arrays.sort(used);
        return (double) used[(used.length - 1) / 2] * intervalNanos / windowNanos;
    }

    /**
     * What can be used in a time that begins with a whole burst.
     *
     * @param nanos the time
     * @return in permits
     */
    public double allowed(long nanos) {
        return burst + (double) nanos / intervalNanos;
    }
}
