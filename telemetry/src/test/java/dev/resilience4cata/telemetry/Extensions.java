// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import jakarta.enterprise.inject.spi.Extension;
import java.util.ServiceLoader;

/** The extensions of this project, as a server finds them. */
final class Extensions {

    private Extensions() {}

    static Extension[] ofThisProject() {
        return ServiceLoader.load(Extension.class).stream()
                .filter(found -> found.type().getName().startsWith("dev.resilience4cata."))
                .map(ServiceLoader.Provider::get)
                .toArray(Extension[]::new);
    }
}
