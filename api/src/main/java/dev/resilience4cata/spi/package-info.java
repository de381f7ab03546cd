// SPDX-License-Identifier: Apache-2.0
/** How a registry is found. */
@NullMarked
package dev.resilience4cata.spi;

import org.jspecify.annotations.NullMarked;
