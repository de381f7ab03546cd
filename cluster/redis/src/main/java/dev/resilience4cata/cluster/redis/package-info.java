// SPDX-License-Identifier: Apache-2.0
/** Limits that several instances share, kept in Redis or Valkey. */
@NullMarked
package dev.resilience4cata.cluster.redis;

import org.jspecify.annotations.NullMarked;
