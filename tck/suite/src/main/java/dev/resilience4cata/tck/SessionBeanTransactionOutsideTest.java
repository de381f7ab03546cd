// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** F9: a priority below 200 is "for managed beans" only. */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class SessionBeanTransactionOutsideTest extends SessionBeanTransactionTable {
    @Deployment
    static WebArchive application() {
        return application("resilience4cata.cdi.interceptor.priority = 150");
    }
}
