// SPDX-License-Identifier: Apache-2.0
/** Samples of the documentation. */
@NullMarked
package dev.resilience4cata.examples.docs.ratelimiter;

import org.jspecify.annotations.NullMarked;
