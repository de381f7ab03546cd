// SPDX-License-Identifier: Apache-2.0
/** The generic cell rate algorithm, waiting, and the registry. */
@NullMarked
package dev.resilience4cata.impl;

import org.jspecify.annotations.NullMarked;
