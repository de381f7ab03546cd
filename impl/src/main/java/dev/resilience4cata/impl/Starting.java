// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.RateLimitExceededException;

/** Hears of a call that has waited and starts, or that a store refused. */
@FunctionalInterface
interface Starting {

    /**
     * To be called before the call runs.
     *
     * @param verdict what the call waited for
     * @param waitedNanos for how long
     */
    void starting(Verdict verdict, long waitedNanos);

    /**
     * To be called for a call that had to wait for a store to say that it must not run.
     *
     * @param verdict what was said
     * @return what to fail with
     */
    default RateLimitExceededException refused(Verdict verdict) {
        throw new IllegalStateException("nobody was asked who can refuse a call later");
    }
}
