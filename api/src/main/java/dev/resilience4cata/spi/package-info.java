// SPDX-License-Identifier: Apache-2.0
/** How an implementation of the registry is found. */
@NullMarked
package dev.resilience4cata.spi;

import org.jspecify.annotations.NullMarked;
