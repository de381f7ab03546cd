// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.time.Duration;

/** Times as HTTP counts them. */
final class Seconds {

    private Seconds() {}

    /** Whole seconds that are not shorter than a time of zero or more. */
    static long covering(Duration time) {
        boolean partly = time.getNano() > 0 && time.getSeconds() < Long.MAX_VALUE;
        return time.getSeconds() + (partly ? 1 : 0);
    }
}
