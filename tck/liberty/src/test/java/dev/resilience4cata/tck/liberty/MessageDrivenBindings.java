// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.liberty;

import java.util.List;
import org.jboss.arquillian.container.test.spi.client.deployment.ApplicationArchiveProcessor;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.arquillian.test.spi.TestClass;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.asset.StringAsset;

/**
 * Tells the server which activation specification of {@code server.xml} a message-driven bean has:
 * it takes none by default.
 */
public final class MessageDrivenBindings implements LoadableExtension, ApplicationArchiveProcessor {
    private static final List<String> BEANS = List.of("Inbox", "PatientInbox");

    @Override
    public void register(ExtensionBuilder builder) {
        builder.service(ApplicationArchiveProcessor.class, MessageDrivenBindings.class);
    }

    @Override
    public void process(Archive<?> archive, TestClass test) {
        StringBuilder bindings = new StringBuilder();
        for (String bean : BEANS) {
            if (archive.contains("WEB-INF/classes/dev/resilience4cata/tck/" + bean + ".class")) {
                bindings.append(
                        """
                          <message-driven name="%s">
                            <jca-adapter activation-spec-binding-name="tck"/>
                          </message-driven>
                        """
                                .formatted(bean));
            }
        }
        if (bindings.length() > 0) {
            archive.add(
                    new StringAsset(
                            """
                            <ejb-jar-bnd xmlns="http://websphere.ibm.com/xml/ns/javaee" version="1.2">
                            %s</ejb-jar-bnd>
                            """
                                    .formatted(bindings)),
                    "WEB-INF/ibm-ejb-jar-bnd.xml");
        }
    }
}
