// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.weldlite;

import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.enterprise.inject.spi.EventContext;

/** Called by the container. Fires what the Arquillian adapter of Weld does not fire. */
public class StartupEvent implements SyntheticObserver<Object> {

    /** Called by the container. */
    public StartupEvent() {}

    @Override
    public void observe(EventContext<Object> initialized, Parameters none) {
        CDI.current().getBeanManager().getEvent().select(Startup.class).fire(new Startup());
    }
}
