// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

/** Hears of a call that has waited and starts. */
@FunctionalInterface
interface Starting {

    /**
     * To be called before the call runs.
     *
     * @param reservation what the call waited for
     * @param waitedNanos for how long
     */
    void starting(Reservation reservation, long waitedNanos);
}
