// SPDX-License-Identifier: Apache-2.0
/** Limits that several instances share, in a cache of Infinispan. */
@NullMarked
package dev.resilience4cata.cluster.infinispan;

import org.jspecify.annotations.NullMarked;
