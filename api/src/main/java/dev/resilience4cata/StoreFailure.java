// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

/**
 * What becomes of the calls of a limiter that instances share, while the store that it is kept in
 * gives no answer.
 */
public enum StoreFailure {
    /** Each instance limits its own calls, as if it were alone. */
    LOCAL,
    /** All pass. */
    OPEN,
    /** All are rejected. */
    CLOSED
}
