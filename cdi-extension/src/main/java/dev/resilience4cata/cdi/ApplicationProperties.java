// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.impl.PropertySource;
import java.util.Set;

/**
 * Finds the properties of an application: through MicroProfile Config where it is there, otherwise
 * the system properties and the environment.
 */
final class ApplicationProperties {

    private ApplicationProperties() {}

    /**
     * The properties that a module sees; those of the running thread are the rest.
     *
     * @param modules the class loaders of all modules
     */
    static PropertySource seenBy(ClassLoader module, Set<ClassLoader> modules) {
        try {
            return MicroProfileProperties.seenBy(module, modules);
        } catch (LinkageError | IllegalStateException e) {
            return new SystemProperties(); // no API, or no implementation of it
        }
    }
}
