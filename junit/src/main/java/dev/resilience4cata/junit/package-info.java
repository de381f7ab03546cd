// SPDX-License-Identifier: Apache-2.0
/** Tests against limiters with JUnit 5, in time that the test moves. */
@NullMarked
package dev.resilience4cata.junit;

import org.jspecify.annotations.NullMarked;
