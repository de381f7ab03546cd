// SPDX-License-Identifier: Apache-2.0
/** Redisson's limiter, to compare with. */
@NullMarked
package dev.resilience4cata.benchmarks.redisson;

import org.jspecify.annotations.NullMarked;
