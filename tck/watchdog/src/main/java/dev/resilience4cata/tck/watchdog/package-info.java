// SPDX-License-Identifier: Apache-2.0
/** What runs inside the process of a server, so that it does not outlive the tests. */
@NullMarked
package dev.resilience4cata.tck.watchdog;

import org.jspecify.annotations.NullMarked;
