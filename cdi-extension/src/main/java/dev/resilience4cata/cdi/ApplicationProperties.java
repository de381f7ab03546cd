// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.PropertySource;

/**
 * Finds the properties of an application: through MicroProfile Config where it is there, otherwise
 * the system properties and the environment.
 */
final class ApplicationProperties {

    private ApplicationProperties() {}

    /** The properties that the module of a class sees; those of the running thread are the rest. */
    static PropertySource seenBy(ClassLoader loader) {
        try {
            return MicroProfileProperties.seenBy(loader);
        } catch (LinkageError | IllegalStateException e) {
            return new SystemProperties(); // no API, or no implementation of it
        }
    }
}
