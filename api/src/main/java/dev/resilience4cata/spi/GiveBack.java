// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import static java.util.Objects.requireNonNull;

/**
 * What {@link ClusterStore#giveBack} is to give back. Immutable, so safe to share between threads.
 *
 * @param key whose schedule it is, not empty
 * @param slotEndNanos where the slot ends that is given back, {@link Grant#slotEndOf}
 * @param costNanos how long the slot is, at least 1
 * @param capNanos how long the burst is, at least 1; only {@link Rule#STRICT} looks at it
 * @param rule when a slot is free again
 */
public record GiveBack(String key, long slotEndNanos, long costNanos, long capNanos, Rule rule) {

    /**
     * When a slot that was given back is free again. Of either, no more is than the part that has
     * not passed yet.
     */
    public enum Rule {
        /** If nothing was taken after it. No window ever has too many calls. */
        LAST,
        /**
         * Unless callers wait who came after it. More is free again, for at most one call too many
         * in a window.
         */
        STRICT
    }

    /**
     * Creates what is to be given back.
     *
     * @param key as above
     * @param slotEndNanos as above
     * @param costNanos as above
     * @param capNanos as above
     * @param rule as above
     * @throws IllegalArgumentException if a component is out of range
     */
    public GiveBack {
        requireNonNull(key, "key");
        requireNonNull(rule, "rule");
        if (key.isEmpty()) {
            throw new IllegalArgumentException("The key is empty.");
        }
        if (costNanos < 1 || capNanos < 1) {
            throw new IllegalArgumentException(
                    "costNanos is %d and capNanos %d, at least 1 is needed."
                            .formatted(costNanos, capNanos));
        }
    }
}
