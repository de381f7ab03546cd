// SPDX-License-Identifier: Apache-2.0
/**
 * What an implementation must do in a container. A module that runs it adds the implementation and
 * the container, scans this jar for tests, and excludes the tags of what its container lacks:
 *
 * <ul>
 *   <li>{@code ejb}: Enterprise Beans, and enterprise archives
 *   <li>{@code web}: HTTP, Jakarta REST
 *   <li>{@code ft}: MicroProfile Fault Tolerance
 * </ul>
 *
 * <p>A test without a tag needs CDI and MicroProfile Config. In a server, a test runs inside the
 * application: it can use what is in its archive, JUnit, and nothing else.
 */
@NullMarked
package dev.resilience4cata.tck;

import org.jspecify.annotations.NullMarked;
