// SPDX-License-Identifier: Apache-2.0
/**
 * What an implementation must do in a container. A module that runs it adds the implementation and
 * the container, scans this jar for tests, and excludes the groups (tags) of what its container
 * lacks:
 *
 * <ul>
 *   <li>{@code core}: CDI, and MicroProfile Config
 *   <li>{@code async}: methods that return a stage; always together with another group
 *   <li>{@code ejb}: Enterprise Beans, and what comes with them: transactions, Validation,
 *       security, Concurrency, Messaging, Batch
 *   <li>{@code web}: HTTP: REST, its security, servlets, WebSocket, MicroProfile Rest Client;
 *       several applications at once
 *   <li>{@code ear}: enterprise archives
 *   <li>{@code ft}: MicroProfile Fault Tolerance
 * </ul>
 *
 * <p>In a server, a test runs inside the application: it can use what is in its archive, JUnit, and
 * nothing else.
 */
@NullMarked
package dev.resilience4cata.tck;

import org.jspecify.annotations.NullMarked;
