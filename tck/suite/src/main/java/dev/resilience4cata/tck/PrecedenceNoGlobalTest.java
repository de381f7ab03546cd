// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The precedence without global keys. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class PrecedenceNoGlobalTest extends PrecedenceTable {
    @Deployment
    static WebArchive application() {
        return application("");
    }

    PrecedenceNoGlobalTest() {
        super(false, "");
    }
}
