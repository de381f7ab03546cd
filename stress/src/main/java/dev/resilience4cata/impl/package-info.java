// SPDX-License-Identifier: Apache-2.0
/**
 * Tests with jcstress: two threads change a limiter at once, and every outcome that may be is
 * listed. In the package of what they test, which is package-private; that works because they run
 * on the class path, as tests do.
 */
@NullMarked
package dev.resilience4cata.impl;

import org.jspecify.annotations.NullMarked;
