// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import jakarta.transaction.Status;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** F9: "{@code Transactional} (200) … begin before us at 4100". */
@Tag("transactions")
@ExtendWith(ArquillianExtension.class)
class TransactionOrderTest extends TransactionOrderTable {
    @Deployment
    static WebArchive application() {
        return application("");
    }

    TransactionOrderTest() {
        super(Status.STATUS_ACTIVE);
    }
}
