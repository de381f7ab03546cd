// SPDX-License-Identifier: Apache-2.0
/** Starts a server with the application, calls it, and shows what its limiters did. */
@NullMarked
package dev.resilience4cata.examples.wildfly.demo;

import org.jspecify.annotations.NullMarked;
