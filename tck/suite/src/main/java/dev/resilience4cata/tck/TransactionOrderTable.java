// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Whether there is a transaction while a call waits. Each subclass sets another priority. */
abstract class TransactionOrderTable {
    static WebArchive application(String configuration) {
        return Archives.war(
                configuration,
                TestClock.class,
                TransactionOrderTable.class,
                Ledger.class,
                StatelessLedger.class);
    }

    @ApplicationScoped
    static class Ledger {
        @Resource TransactionSynchronizationRegistry transactions;

        /** The status of the transaction in the method. */
        @Transactional
        @RateLimiter(permits = 1, period = "1s", maxWait = "1s")
        int write() {
            return status();
        }

        int status() {
            return transactions.getTransactionStatus();
        }
    }

    private final int duringTheWait;

    @Inject ManualClock clock;
    @Inject Ledger ledger;
    @EJB StatelessLedger bean;

    /**
     * @param duringTheWait the status of the transaction that {@code Transactional} begins
     */
    TransactionOrderTable(int duringTheWait) {
        this.duringTheWait = duringTheWait;
    }

    /** The status of the transaction while a call waits, then that in the method. */
    private List<Integer> statusOf(IntSupplier call) {
        clock.advance(Duration.ofDays(1));
        int unused = call.getAsInt(); // takes the permit
        List<Integer> status = new ArrayList<>();
        // Runs on the thread that waits: it moves the clock.
        Future<?> unusedFuture =
                clock.schedule(
                        () -> status.add(ledger.status()),
                        clock.nanoTime() + 500_000_000,
                        (task, delay) -> {
                            throw new AssertionError("this clock needs no timer");
                        });
        status.add(call.getAsInt());
        return status;
    }

    /** F9: "Transactional (200)". */
    @Test
    void waitsInOrOutsideOfTheTransactionOfAMethod() {
        assertEquals(List.of(duringTheWait, Status.STATUS_ACTIVE), statusOf(ledger::write));
    }

    /** F9: "EJB container transactions begin before us", whatever the priority. */
    @Test
    void waitsInTheTransactionOfASessionBean() {
        assertEquals(List.of(Status.STATUS_ACTIVE, Status.STATUS_ACTIVE), statusOf(bean::write));
    }
}
