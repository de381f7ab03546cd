// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Session beans (C34), which are top-level classes because WildFly takes no others. */
@Tag("ejb")
@ExtendWith(ArquillianExtension.class)
class SessionBeanTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class,
                Calls.class,
                LimiterIds.class,
                StatelessMail.class,
                SingletonCounter.class,
                StatefulCart.class,
                LocalPost.class,
                LocalPostBean.class,
                TransactionalCaller.class);
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @EJB StatelessMail mail;
    @EJB SingletonCounter counter;
    @EJB StatefulCart cart;
    @EJB LocalPost post;
    @Inject LocalPost injectedPost;
    @EJB TransactionalCaller caller;

    @Resource(lookup = "java:comp/UserTransaction")
    UserTransaction transaction;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry transactions;

    /**
     * S20: "One call costs one permit on every route": every kind of bean, and its views (situation
     * 40).
     */
    @Test
    void limitsEachCallOnce() {
        assertEquals(2, Calls.burst(clock, mail::send));
        assertEquals(3, Calls.burst(clock, counter::count));
        assertEquals(1, Calls.burst(clock, counter::countSlowly));
        assertEquals(2, Calls.burst(clock, cart::add));
        assertEquals(2, Calls.burst(clock, post::send));
        assertTrue(Calls.isRejected(injectedPost::send));
        assertEquals(2, Calls.burst(clock, injectedPost::send));
    }

    /** S20: "One state per limiter", and the ids of session beans are those of their classes. */
    @Test
    void hasOneLimiterForEachMethod() {
        assertEquals(
                List.of(
                        "dev.resilience4cata.tck.SingletonCounter#count()",
                        "dev.resilience4cata.tck.SingletonCounter#countSlowly()",
                        "local",
                        "stateful",
                        "stateless",
                        "stateless future",
                        "stateless stage",
                        "stateless transaction"),
                LimiterIds.of(registry));
    }

    /**
     * S28: "The caller of an EJB gets RateLimitExceededException itself, unwrapped" (situation 42).
     */
    @Test
    void throwsTheRejectionItself() {
        clock.advance(Duration.ofDays(1));
        mail.send();
        mail.send();

        RateLimitExceededException rejection =
                assertThrows(RateLimitExceededException.class, mail::send);
        assertSame(RateLimitExceededException.class, rejection.getClass());
        assertEquals("stateless", rejection.instanceId());
        assertSame(rejection, assertThrows(RateLimitExceededException.class, mail::send));
    }

    /** S28: "its transaction is not marked for rollback" (situation 42). */
    @Test
    void leavesTheTransactionOfTheCallerAlone() throws Exception {
        transaction.begin();
        try {
            assertEquals(2, Calls.burst(clock, mail::send));
            assertEquals(3, Calls.burst(clock, counter::count));
            assertEquals(2, Calls.burst(clock, cart::add));
            assertEquals(Status.STATUS_ACTIVE, transaction.getStatus());
        } finally {
            transaction.commit();
        }
    }

    /** S28, where the caller is a session bean in a transaction of the container (situation 42). */
    @Test
    void leavesTheTransactionOfASessionBeanAlone() {
        clock.advance(Duration.ofDays(1));

        assertFalse(caller.rollsBackAfterARejection());
    }

    /** S28: "the bean instance survives", and with it its state (situation 42). */
    @Test
    void keepsAStatefulInstanceAfterARejection() {
        int before = cart.items();
        assertEquals(2, Calls.burst(clock, cart::add));
        assertEquals(before + 2, cart.items());

        assertEquals(2, Calls.burst(clock, cart::add));
        assertEquals(before + 4, cart.items());
    }

    /** S26: on session beans "a wait is synchronous on the caller's thread". */
    @Test
    void waitsOnTheThreadOfTheCallerAlsoForAStage() {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        mail.sendLater();

        Thread thread = mail.sendLater().toCompletableFuture().getNow(null);

        assertSame(Thread.currentThread(), thread);
        assertEquals(1_000_000_000, clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
    }

    /**
     * S26: "in an active transaction, a call waits on its own thread": the wait is part of the
     * transaction, which goes on afterwards (situation 41).
     */
    @Test
    void waitsInTheTransactionOfTheCaller() throws Exception {
        clock.advance(Duration.ofDays(1));
        List<Integer> end = new ArrayList<>();
        transaction.begin();
        try {
            transactions.registerInterposedSynchronization(
                    new Synchronization() {
                        @Override
                        public void beforeCompletion() {}

                        @Override
                        public void afterCompletion(int status) {
                            end.add(status);
                        }
                    });
            Object key = transactions.getTransactionKey();
            assertEquals(key, mail.sendInTransaction());
            long before = clock.nanoTime();
            assertEquals(key, mail.sendInTransaction());
            assertEquals(1_000_000_000, clock.nanoTime() - before);
            assertEquals(Status.STATUS_ACTIVE, transaction.getStatus());
            assertEquals(List.of(), end);
        } finally {
            transaction.commit();
        }
        assertEquals(List.of(Status.STATUS_COMMITTED), end);
    }

    /** S15 with S26: the rejection is a failed stage there too. */
    @Test
    void failsTheStageOfARejectedCall() {
        clock.advance(Duration.ofDays(1));
        registry.rateLimiter("stateless stage")
                .reconfigure(config -> config.maxWait(Duration.ZERO));
        try {
            mail.sendLater();
            CompletionException failure =
                    assertThrows(
                            CompletionException.class,
                            () -> mail.sendLater().toCompletableFuture().getNow(null));
            assertInstanceOf(RateLimitExceededException.class, failure.getCause());
        } finally {
            registry.rateLimiter("stateless stage")
                    .reconfigure(config -> config.maxWait(Duration.ofSeconds(5)));
        }
    }

    /** Situation 43: a rejected asynchronous call "arrives as ExecutionException in the Future". */
    @Test
    void failsTheFutureOfARejectedAsynchronousCall() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertEquals("sent", mail.sendElsewhere().get(10, TimeUnit.SECONDS));

        ExecutionException failure =
                assertThrows(
                        ExecutionException.class,
                        () -> mail.sendElsewhere().get(10, TimeUnit.SECONDS));
        assertInstanceOf(RateLimitExceededException.class, failure.getCause());
    }
}
