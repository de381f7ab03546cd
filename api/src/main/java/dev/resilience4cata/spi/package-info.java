// SPDX-License-Identifier: Apache-2.0
/**
 * What an implementation of the registry and the tools that read annotations share: how a registry
 * is found, and the one rule book for the attributes of a limiter.
 */
@NullMarked
package dev.resilience4cata.spi;

import org.jspecify.annotations.NullMarked;
