// SPDX-License-Identifier: Apache-2.0
/** How a registry is found, and where limiters that several instances share are kept. */
@NullMarked
package dev.resilience4cata.spi;

import org.jspecify.annotations.NullMarked;
