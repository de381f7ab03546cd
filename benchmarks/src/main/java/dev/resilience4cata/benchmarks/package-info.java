// SPDX-License-Identifier: Apache-2.0
/** What the limiter costs, measured beside the clock it reads and beside its peers. */
@NullMarked
package dev.resilience4cata.benchmarks;

import org.jspecify.annotations.NullMarked;
