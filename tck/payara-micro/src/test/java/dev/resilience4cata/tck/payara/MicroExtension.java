// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.payara;

import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Called by Arquillian. */
public final class MicroExtension implements LoadableExtension {
    @Override
    public void register(ExtensionBuilder builder) {
        builder.service(DeployableContainer.class, MicroContainer.class);
    }
}
