// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.spi;

import static java.util.Objects.requireNonNull;

/**
 * What a {@link ClusterStore} can be relied on for. Immutable, so safe to share between threads.
 *
 * @param clock whose clock decides
 * @param resolutionNanos how fine that clock is, at least 1
 * @param ackedSurvivesOneCrash whether what was granted is still known after one process of the
 *     store was killed
 * @param expiresKeys whether the state of a key goes when it means nothing any more
 */
public record StoreTraits(
        Clock clock, long resolutionNanos, boolean ackedSurvivesOneCrash, boolean expiresKeys) {

    /** Whose clock decides. */
    public enum Clock {
        /** One clock for all instances. */
        ENGINE,
        /**
         * That of each instance: as far as the clocks are apart, twice that much of the rate can be
         * too much in a window.
         */
        CALLER
    }

    /**
     * Creates the traits.
     *
     * @param clock as above
     * @param resolutionNanos as above
     * @param ackedSurvivesOneCrash as above
     * @param expiresKeys as above
     * @throws IllegalArgumentException if the resolution is below 1
     */
    public StoreTraits {
        requireNonNull(clock, "clock");
        if (resolutionNanos < 1) {
            throw new IllegalArgumentException(
                    "resolutionNanos is %d, at least 1 is needed.".formatted(resolutionNanos));
        }
    }
}
