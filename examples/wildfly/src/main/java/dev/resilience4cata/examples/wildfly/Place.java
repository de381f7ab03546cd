// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

/** A place on the map; the coordinates are in degrees. */
public record Place(String name, double latitude, double longitude) {}
