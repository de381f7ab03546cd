// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.helidon;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists a resource, and nothing that answers rejections. Called by the container. */
@ApplicationScoped
@ApplicationPath("shop")
public class Shop extends Application {
    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(Search.class);
    }
}
