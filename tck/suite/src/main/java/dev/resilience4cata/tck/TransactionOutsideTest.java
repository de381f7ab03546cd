// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.transaction.Status;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** F9: "how to limit before the transaction (priority below 200 for managed beans)". */
@Tag("transactions")
@ExtendWith(ArquillianExtension.class)
class TransactionOutsideTest extends TransactionOrderTable {
    @Deployment
    static WebArchive application() {
        return application("resilience4cata.cdi.interceptor.priority = 150");
    }

    TransactionOutsideTest() {
        super(Status.STATUS_NO_TRANSACTION);
    }
}
