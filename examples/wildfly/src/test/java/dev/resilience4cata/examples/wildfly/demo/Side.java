// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

/**
 * One of the servers that share limits.
 *
 * @param name for people
 * @param client who calls it
 */
record Side(String name, DemoServer server, Client client) {}
