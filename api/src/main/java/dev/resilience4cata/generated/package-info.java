// SPDX-License-Identifier: Apache-2.0
/** What generated wrappers and interceptors call; applications use {@code RateLimiterHandle}. */
@NullMarked
package dev.resilience4cata.generated;

import org.jspecify.annotations.NullMarked;
