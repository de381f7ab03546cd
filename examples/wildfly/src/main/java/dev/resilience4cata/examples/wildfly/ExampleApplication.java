// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Puts the resources under {@code /api}. */
@ApplicationPath("api")
public class ExampleApplication extends Application {}
