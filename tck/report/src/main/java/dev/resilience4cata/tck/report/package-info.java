// SPDX-License-Identifier: Apache-2.0
/**
 * What the tests of a build say: which of them check each sentence of {@code semantics.md} and each
 * situation of {@code situations.md}, and in which container they passed.
 */
@NullMarked
package dev.resilience4cata.tck.report;

import org.jspecify.annotations.NullMarked;
