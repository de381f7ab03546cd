// SPDX-License-Identifier: Apache-2.0
/**
 * A process that calls a limiter as often as it is told to, and counts what becomes of the calls.
 */
@NullMarked
package dev.resilience4cata.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
