// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import dev.resilience4cata.spi.RegistryProvider;
import java.util.ServiceLoader;

/** Finds the implementation that is on the class path. */
final class Implementation {

    private Implementation() {}

    /** Names what asks, where none is found. */
    static RegistryProvider find(String asking) {
        // The loader of this type, not that of the thread: a thread of a pool may have any.
        return ServiceLoader.load(RegistryProvider.class, Implementation.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () ->
                                new ResilienceException(
                                        ErrorCode.IMPLEMENTATION_MISSING,
                                        asking
                                                + ": no implementation is on the class path. Add"
                                                + " rate-limiter-impl."));
    }
}
