// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

/**
 * A library that limits, as one process of an application uses it, until the process ends. Has a
 * public constructor that takes the address of Redis, as {@code redis://host:port}. Safe for use by
 * several threads.
 */
public interface Peer {

    /** The limiters of some keys. Safe for use by several threads. */
    @FunctionalInterface
    interface Limiters {

        /**
         * Asks for a permit, without waiting for one.
         *
         * @param key from 0
         * @return whether the call may pass
         */
        boolean admits(int key);
    }

    /**
     * Makes limiters, one for each key. Whoever says the same name shares their limits.
     *
     * @param name nobody has used it for another limit
     * @param limit of each key
     * @param keys how many; with 1 the limiter needs none
     * @return limiters that are ready to be asked
     */
    Limiters limiters(String name, Limit limit, int keys);

    /**
     * How often a call was answered although Redis gave no answer, or not in time.
     *
     * @return zero if such a call throws
     */
    default long failures() {
        return 0;
    }
}
