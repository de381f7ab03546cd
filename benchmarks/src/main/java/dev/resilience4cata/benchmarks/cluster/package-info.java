// SPDX-License-Identifier: Apache-2.0
/** What a limit of several processes costs on one Redis: ours beside its peers. */
@NullMarked
package dev.resilience4cata.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
