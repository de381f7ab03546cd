// SPDX-License-Identifier: Apache-2.0
/** What runs inside the server process; in the test sources, what only WildFly has. */
@NullMarked
package dev.resilience4cata.tck.wildfly;

import org.jspecify.annotations.NullMarked;
