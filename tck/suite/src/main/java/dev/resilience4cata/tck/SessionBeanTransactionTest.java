// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** F9: "EJB container transactions begin before us at 4100". */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class SessionBeanTransactionTest extends SessionBeanTransactionTable {
    @Deployment
    static WebArchive application() {
        return application("");
    }
}
