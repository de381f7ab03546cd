// SPDX-License-Identifier: Apache-2.0
/** Called by compilers: reports mistakes and generates the wrappers of interfaces. */
@NullMarked
package dev.resilience4cata.processor;

import org.jspecify.annotations.NullMarked;
