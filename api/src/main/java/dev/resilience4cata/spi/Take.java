// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What {@link ClusterStore#take} is to take. Immutable, so safe to share between threads.
 *
 * @param key whose schedule it is, not empty
 * @param unitNanos how long one unit is, mostly the emission interval; at least 1
 * @param minUnits the fewest units that help, at least 1
 * @param maxUnits the most units that are wanted, at least {@code minUnits}
 * @param limitNanos how far the schedule may be ahead afterwards: the burst and the longest wait,
 *     in nanoseconds; room for {@code minUnits} at least, and at most {@link #LONGEST}
 * @param maxBacklogNanos how far the schedule can be ahead when nothing is wrong; {@code
 *     limitNanos} at least, and at most {@link #LONGEST}
 */
public record Take(
        String key,
        long unitNanos,
        int minUnits,
        int maxUnits,
        long limitNanos,
        long maxBacklogNanos) {

    /**
     * The longest time that a store must be able to reckon with: 90 days. In Lua, whose numbers are
     * doubles, nanoseconds are exact up to 104 days.
     */
    public static final Duration LONGEST = Duration.ofDays(90);

    /**
     * Creates what is to be taken.
     *
     * @param key as above
     * @param unitNanos as above
     * @param minUnits as above
     * @param maxUnits as above
     * @param limitNanos as above
     * @param maxBacklogNanos as above
     * @throws IllegalArgumentException if a component is out of range
     */
    public Take {
        requireNonNull(key, "key");
        require(!key.isEmpty(), "The key is empty.");
        require(unitNanos >= 1, "unitNanos is %d, at least 1 is needed.", unitNanos);
        require(minUnits >= 1, "minUnits is %d, at least 1 is needed.", minUnits);
        require(maxUnits >= minUnits, "maxUnits is %d, minUnits %d.", maxUnits, minUnits);
        require(
                maxBacklogNanos <= LONGEST.toNanos(),
                "maxBacklogNanos is %d, at most 90 days are possible.",
                maxBacklogNanos);
        require(
                limitNanos <= maxBacklogNanos,
                "limitNanos is %d, maxBacklogNanos %d.",
                limitNanos,
                maxBacklogNanos);
        require(
                minUnits <= limitNanos / unitNanos,
                "minUnits of %d ns do not fit into limitNanos, which is %d.",
                unitNanos,
                limitNanos);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static void require(boolean condition, String problem, Object... values) {
        if (!condition) {
            throw new IllegalArgumentException(String.format(problem, values));
        }
    }

    /**
     * Why nothing was granted: how long it takes until this would be, if nobody else comes.
     *
     * @param grant the answer, with no units
     * @return nanoseconds, above zero
     */
    public long nanosUntilGranted(Grant grant) {
        return grant.backlogNanos() + minUnits * unitNanos - limitNanos;
    }
}
