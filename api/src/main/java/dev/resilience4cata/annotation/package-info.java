// SPDX-License-Identifier: Apache-2.0
/** The annotation that puts a rate limit on beans and their methods. */
@NullMarked
package dev.resilience4cata.annotation;

import org.jspecify.annotations.NullMarked;
