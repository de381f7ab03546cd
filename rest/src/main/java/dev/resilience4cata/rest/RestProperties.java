// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import org.jspecify.annotations.Nullable;

/** Where the settings of this module come from. */
@FunctionalInterface
interface RestProperties {

    /**
     * The value of a key.
     *
     * @return null if it is not set
     */
    @Nullable String find(String key);

    /**
     * What the running thread sees: MicroProfile Config where it is there, otherwise the system
     * properties.
     */
    static RestProperties ofThread() {
        try {
            return MicroProfileProperties.ofThread();
        } catch (LinkageError | IllegalStateException e) {
            return System::getProperty; // no API, or no implementation of it
        }
    }
}
