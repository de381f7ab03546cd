// SPDX-License-Identifier: Apache-2.0
/** Registry, handles, configuration, exceptions and the clock: what a user types. */
@NullMarked
package dev.resilience4cata;

import org.jspecify.annotations.NullMarked;
