// SPDX-License-Identifier: Apache-2.0
/** A small application whose beans call services that have quotas. */
@NullMarked
package dev.resilience4cata.examples.wildfly;

import org.jspecify.annotations.NullMarked;
