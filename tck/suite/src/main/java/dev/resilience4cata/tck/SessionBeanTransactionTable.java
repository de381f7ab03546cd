// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The transaction of a session bean while a call waits. Each subclass sets another priority. */
abstract class SessionBeanTransactionTable {
    static WebArchive application(String configuration) {
        return Archives.war(
                configuration,
                TestClock.class,
                Transactions.class,
                SessionBeanTransactionTable.class,
                StatelessLedger.class);
    }

    @Inject ManualClock clock;
    @EJB StatelessLedger ledger;

    /** F9: "EJB container transactions begin before us", whatever the priority. */
    @Test
    void waitsInTheTransactionOfASessionBean() {
        assertEquals(
                List.of(Status.STATUS_ACTIVE, Status.STATUS_ACTIVE),
                Transactions.statusDuringAndAfter(clock, ledger::write));
    }
}
