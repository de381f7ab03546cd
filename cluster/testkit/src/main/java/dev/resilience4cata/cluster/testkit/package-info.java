// SPDX-License-Identifier: Apache-2.0
/** What every store must do, and what shows whether it does. */
@NullMarked
package dev.resilience4cata.cluster.testkit;

import org.jspecify.annotations.NullMarked;
