// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.rest;

import java.util.Locale;
import java.util.function.UnaryOperator;
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
     * properties, then the environment.
     */
    static RestProperties ofThread() {
        try {
            return MicroProfileProperties.ofThread();
        } catch (LinkageError | IllegalStateException e) { // no API, or no implementation of it
            return ofProcess(System::getenv);
        }
    }

    /**
     * System properties, then variables, by the names that MicroProfile Config gives them.
     *
     * @param environment the value of a variable, or null
     */
    static RestProperties ofProcess(UnaryOperator<@Nullable String> environment) {
        return key -> {
            String property = System.getProperty(key);
            return property != null
                    ? property
                    : environment.apply(key.replace('.', '_').toUpperCase(Locale.ROOT));
        };
    }
}
