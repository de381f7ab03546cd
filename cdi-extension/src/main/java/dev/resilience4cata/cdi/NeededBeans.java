// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.Clock;
import dev.resilience4cata.KeyResolver;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.spi.ClusterStore;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.inject.Singleton;

/**
 * Called by containers that take build compatible extensions only: they remove beans that nobody
 * injects and that have no name, so this one injects what the library looks up in an application,
 * and has a name. They also give a {@code RequestContextController} to nobody who looks it up. Safe
 * for use by several threads.
 */
@Singleton
@Named("dev.resilience4cata.cdi.NeededBeans")
public class NeededBeans {

    @Inject @Any Instance<Clock> clocks;
    @Inject @Any Instance<ClusterStore> stores;
    @Inject @Any Instance<RateLimiterListener> listeners;
    @Inject @Any Instance<KeyResolver> keyResolvers;

    /** Called by the container. */
    public NeededBeans() {}

    /** Runs a task in a request context, in a new one if there is none. */
    @ActivateRequestContext
    void runInRequest(Runnable task) {
        task.run();
    }
}
