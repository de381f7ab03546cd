// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

/**
 * Permits that were used at one moment.
 *
 * @param key whose
 * @param permits how many
 * @param slotNanos from when on the store let them be used, by the clock of the store
 * @param startNanos when they were used, by {@link System#nanoTime()}, which is one clock for all
 *     processes of a machine
 */
public record Start(String key, int permits, long slotNanos, long startNanos) {}
