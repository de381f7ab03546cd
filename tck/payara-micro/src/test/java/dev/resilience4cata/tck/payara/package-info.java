// SPDX-License-Identifier: Apache-2.0
/**
 * An Arquillian adapter that starts Payara Micro once for all tests. The one of Payara starts it
 * again for each deployment, so that there are never two, and waits for minutes when one is
 * refused.
 */
@NullMarked
package dev.resilience4cata.tck.payara;

import org.jspecify.annotations.NullMarked;
