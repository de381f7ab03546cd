// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a rejection does to a transaction of {@code Transactional}. */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class RollbackTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class, Calls.class, Service.class, Ledger.class, Outcomes.class);
    }

    @ApplicationScoped
    static class Service {
        @RateLimiter(name = "call", permits = 1, period = "1h")
        void call() {}
    }

    /** How the transactions of the ledger ended. */
    @ApplicationScoped
    static class Outcomes implements Synchronization {
        private final List<Integer> ended = new ArrayList<>();

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            ended.add(status);
        }

        List<Integer> take() {
            List<Integer> taken = List.copyOf(ended);
            ended.clear();
            return taken;
        }
    }

    @ApplicationScoped
    static class Ledger {
        @Resource TransactionSynchronizationRegistry transactions;
        @Inject Service service;
        @Inject Outcomes outcomes;

        @Transactional
        @RateLimiter(name = "write", permits = 1, period = "1h")
        void write() {}

        @Transactional(dontRollbackOn = RateLimitExceededException.class)
        @RateLimiter(name = "write on", permits = 1, period = "1h")
        void writeOn() {}

        @Transactional
        void writeAndCall() {
            transactions.registerInterposedSynchronization(outcomes);
            service.call();
        }

        @Transactional(dontRollbackOn = RateLimitExceededException.class)
        void writeAndCallOn() {
            transactions.registerInterposedSynchronization(outcomes);
            service.call();
        }
    }

    @Inject ManualClock clock;
    @Inject Ledger ledger;
    @Inject Service service;
    @Inject Outcomes outcomes;

    @Resource(lookup = "java:comp/UserTransaction")
    UserTransaction transaction;

    /** The status of a transaction after a call in it was rejected. */
    private int statusAfterARejection(Runnable call) throws Exception {
        clock.advance(Duration.ofDays(1));
        call.run();
        transaction.begin();
        try {
            assertTrue(Calls.isRejected(call));
            return transaction.getStatus();
        } finally {
            transaction.rollback();
        }
    }

    /** F10: "a rejection inside Transactional rolls back like any unchecked exception". */
    @Test
    void marksTheTransactionOfTheCallerForRollback() throws Exception {
        assertEquals(Status.STATUS_MARKED_ROLLBACK, statusAfterARejection(ledger::write));
    }

    /** F10: "dontRollbackOn works". */
    @Test
    void leavesTheTransactionOfTheCallerAloneIfToldTo() throws Exception {
        assertEquals(Status.STATUS_ACTIVE, statusAfterARejection(ledger::writeOn));
    }

    /** F10, where the rejected call is one that the method makes. */
    @Test
    void rollsBackTheTransactionThatItLeaves() {
        clock.advance(Duration.ofDays(1));
        service.call();
        outcomes.take();

        assertThrows(RateLimitExceededException.class, ledger::writeAndCall);
        assertEquals(List.of(Status.STATUS_ROLLEDBACK), outcomes.take());

        assertThrows(RateLimitExceededException.class, ledger::writeAndCallOn);
        assertEquals(List.of(Status.STATUS_COMMITTED), outcomes.take());
    }
}
