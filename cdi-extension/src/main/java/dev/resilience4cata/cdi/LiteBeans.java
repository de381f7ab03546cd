// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cdi;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.EventContext;

/** Makes what {@link LiteExtension} has registered. */
final class LiteBeans {

    /** Parameter of a handle. */
    static final String HANDLE_ID = "id";

    private LiteBeans() {}

    private static InjectedRegistry registry(Instance<Object> lookup) {
        return new InjectedRegistry(lookup.select(BeanManager.class).get(), null);
    }

    /** Called by the container. */
    public static final class RegistryCreator implements SyntheticBeanCreator<ResilienceRegistry> {

        /** Called by the container. */
        public RegistryCreator() {}

        @Override
        public ResilienceRegistry create(Instance<Object> lookup, Parameters none) {
            return registry(lookup);
        }
    }

    /** Called by the container. */
    public static final class HandleCreator implements SyntheticBeanCreator<RateLimiterHandle> {

        /** Called by the container. */
        public HandleCreator() {}

        @Override
        public RateLimiterHandle create(Instance<Object> lookup, Parameters handle) {
            return new InjectedHandle(registry(lookup), handle.get(HANDLE_ID, String.class));
        }
    }

    /** Called by the container: an application with a wrong limit does not start. */
    public static final class Start implements SyntheticObserver<Startup> {

        /** Called by the container. */
        public Start() {}

        @Override
        public void observe(EventContext<Startup> event, Parameters none) {
            CDI.current().select(LiteDeployment.class).get();
        }
    }
}
