// SPDX-License-Identifier: Apache-2.0
/** The annotations that put a limit on a method. */
@NullMarked
package dev.resilience4cata.annotation;

import org.jspecify.annotations.NullMarked;
