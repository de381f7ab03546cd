// SPDX-License-Identifier: Apache-2.0
/**
 * What an application types: the registry, handles, snapshots, configuration, exceptions and
 * clocks.
 */
@NullMarked
package dev.resilience4cata;

import org.jspecify.annotations.NullMarked;
