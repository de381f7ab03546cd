// SPDX-License-Identifier: Apache-2.0
/** What an implementation must do in a container. Run it from a module that adds both. */
@NullMarked
package dev.resilience4cata.tck;

import org.jspecify.annotations.NullMarked;
