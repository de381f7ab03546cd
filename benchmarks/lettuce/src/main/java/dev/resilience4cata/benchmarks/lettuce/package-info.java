// SPDX-License-Identifier: Apache-2.0
/** Limiters that reach Redis by Lettuce, and the one that needs no Redis. */
@NullMarked
package dev.resilience4cata.benchmarks.lettuce;

import org.jspecify.annotations.NullMarked;
