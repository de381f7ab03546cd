// SPDX-License-Identifier: Apache-2.0
/** The policy that interceptors, wrappers and pipelines call. */
@NullMarked
package dev.resilience4cata.generated;

import org.jspecify.annotations.NullMarked;
