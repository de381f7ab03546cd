// SPDX-License-Identifier: Apache-2.0
/** The portable extension, the interceptor and the qualifier for injected handles. */
@NullMarked
package dev.resilience4cata.cdi;

import org.jspecify.annotations.NullMarked;
