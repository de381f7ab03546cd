// SPDX-License-Identifier: Apache-2.0
/** What runs inside the server process. */
@NullMarked
package dev.resilience4cata.tck.wildfly;

import org.jspecify.annotations.NullMarked;
