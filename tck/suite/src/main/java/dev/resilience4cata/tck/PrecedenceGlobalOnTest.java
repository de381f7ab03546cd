// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The precedence with global keys that switch limiters on. */
@Tag("core")
@ExtendWith(ArquillianExtension.class)
class PrecedenceGlobalOnTest extends PrecedenceTable {
    @Deployment
    static WebArchive application() {
        return application(GLOBAL + "resilience4cata.rateLimiter.enabled = true\n");
    }

    PrecedenceGlobalOnTest() {
        super(true, "On");
    }
}
