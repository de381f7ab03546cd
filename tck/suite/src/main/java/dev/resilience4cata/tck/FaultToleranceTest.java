// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The limiter at its default priority is inside of Fault Tolerance. */
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class FaultToleranceTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class, Calls.class, Rejections.class, Stages.class, Guarded.class);
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Rejections rejections;
    @Inject Guarded guarded;

    private int available(String limiter) {
        return registry.rateLimiter(limiter).availablePermits();
    }

    /** F1: "a call that an open breaker rejects uses no permit". */
    @Test
    void spendsNoPermitOnACallThatABreakerStops() {
        clock.advance(Duration.ofDays(1));
        assertThrows(IllegalStateException.class, guarded::broken);
        assertThrows(IllegalStateException.class, guarded::broken);
        assertEquals(8, available("broken"));

        assertThrows(CircuitBreakerOpenException.class, guarded::broken);
        assertEquals(8, available("broken"));
    }

    /** F2: "a rejection counts as a failure by default and can open the breaker". */
    @Test
    void opensABreakerByItsRejections() {
        clock.advance(Duration.ofDays(1));
        guarded.counted();
        assertTrue(Calls.isRejected(guarded::counted));
        assertTrue(Calls.isRejected(guarded::counted));

        clock.advance(Duration.ofDays(1));
        assertThrows(CircuitBreakerOpenException.class, guarded::counted);
        assertEquals(1, available("counted"));
    }

    /** F2: {@code skipOn = RateLimitExceededException.class} "stops that". */
    @Test
    void opensNoBreakerThatSkipsRejections() {
        clock.advance(Duration.ofDays(1));
        guarded.skipped();
        for (int i = 0; i < 10; i++) {
            assertTrue(Calls.isRejected(guarded::skipped));
        }

        clock.advance(Duration.ofDays(1));
        guarded.skipped();
    }

    /** F3: "each retry attempt takes a permit of its own". */
    @Test
    void spendsAPermitOnEachAttempt() {
        clock.advance(Duration.ofDays(1));
        int before = guarded.calls();

        assertThrows(IllegalStateException.class, guarded::retried);

        assertEquals(4, guarded.calls() - before);
        assertEquals(6, available("retried"));
    }

    /** F3, where the attempts fail later. */
    @Test
    void spendsAPermitOnEachAttemptOfAnAsynchronousCall() {
        clock.advance(Duration.ofDays(1));
        int before = guarded.calls();

        assertInstanceOf(IllegalStateException.class, Stages.failure(guarded.retriedLater()));

        assertEquals(4, guarded.calls() - before);
        assertEquals(6, available("retried later"));
    }

    /** F3: "a rejection is retried after the delay". */
    @Test
    void isRetriedAfterTheDelay() {
        clock.advance(Duration.ofDays(1));
        guarded.delayed();
        rejections.at("delayed", () -> clock.advance(Duration.ofMinutes(30)));
        long start = System.nanoTime();

        guarded.delayed();

        assertTrue(System.nanoTime() - start >= 40_000_000);
        assertEquals(2, rejections.of("delayed"));
    }

    /** F3: "{@code abortOn = RateLimitExceededException.class} fails fast". */
    @Test
    void isNotRetriedIfItAborts() {
        clock.advance(Duration.ofDays(1));
        guarded.aborted();

        assertTrue(Calls.isRejected(guarded::aborted));
        assertEquals(1, rejections.of("aborted"));
    }

    /** F4: a fallback "applies to a rejection". */
    @Test
    void isReplacedByAFallback() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertEquals("the result", guarded.replaced());
        assertEquals("the fallback", guarded.replaced());

        assertEquals("the result", Stages.get(guarded.replacedLater()));
        assertEquals("the fallback", Stages.get(guarded.replacedLater()));
    }

    /** F2, F3: what the documentation recommends. */
    @Test
    void isNeitherRetriedNorAFailureInTheDocumentedSample() {
        assertEquals(10, Calls.burst(clock, () -> guarded.rates("USD")));
        for (int i = 0; i < 30; i++) {
            assertTrue(Calls.isRejected(() -> guarded.rates("USD")));
        }
        assertEquals(31, rejections.of("rates"));
        clock.advance(Duration.ofMillis(100));
        assertEquals("USD 1.07", guarded.rates("USD"));
    }

    /**
     * F5, where the wait holds no thread that could be interrupted: the caller sees the exception
     * of Fault Tolerance, but the call keeps its permit, and starts when it is due.
     */
    @Test
    void leavesAWaitingStageAloneWhenItsTimeIsOver() {
        clock.advance(Duration.ofDays(1));
        assertTrue(registry.rateLimiter("timed stage").tryAcquire());
        int before = guarded.calls();

        CompletionStage<String> timed = guarded.timedStage();
        Stages.awaitPending(clock, 1); // on a busy machine its time may be over before
        assertInstanceOf(TimeoutException.class, Stages.failure(timed));

        assertEquals(before, guarded.calls());
        clock.advance(Duration.ofHours(1));
        assertEquals(before + 1, guarded.calls());
        assertEquals(0, available("timed stage"));
    }

    /** F6: "a waiter holds a bulkhead slot", also one without a thread. */
    @Test
    void holdsASlotOfABulkheadWhileAStageWaits() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertTrue(registry.rateLimiter("crowded stage").tryAcquire());
        CompletableFuture<String> waiting = guarded.crowdedStage().toCompletableFuture();
        Stages.awaitPending(clock, 1);
        // Which of two calls is queued, the threads may decide that take them to the bulkhead.
        CompletableFuture<String> one = guarded.crowdedStage().toCompletableFuture();
        CompletableFuture<String> other = guarded.crowdedStage().toCompletableFuture();

        CompletionStage<?> first = CompletableFuture.anyOf(one, other);
        assertInstanceOf(BulkheadException.class, Stages.failure(first));
        CompletableFuture<String> queued = one.isDone() ? other : one;

        clock.advance(Duration.ofHours(1));
        assertEquals("the result", Stages.get(waiting));
        Stages.awaitPending(clock, 1);
        assertFalse(queued.isDone());
        clock.advance(Duration.ofHours(1));
        assertEquals("the result", Stages.get(queued));
    }

    /** F7: on an asynchronous method "the wait is on its worker thread". */
    @Test
    void waitsOnTheWorkerThreadForAFuture() throws Exception {
        clock.advance(Duration.ofDays(1));
        long before = clock.nanoTime();
        assertNotSame(Thread.currentThread(), guarded.future().get(30, TimeUnit.SECONDS));
        assertEquals(0, clock.nanoTime() - before);

        assertNotSame(Thread.currentThread(), guarded.future().get(30, TimeUnit.SECONDS));
        assertEquals(Duration.ofHours(1).toNanos(), clock.nanoTime() - before);
        assertEquals(0, clock.pendingTasks());
    }

    /** F7, where the method returns a stage, holds no thread at all. */
    @Test
    void waitsOnNoThreadForAStage() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertNotSame(Thread.currentThread(), Stages.get(guarded.stage()));

        CompletableFuture<Thread> waiting = guarded.stage().toCompletableFuture();
        Stages.awaitPending(clock, 1);
        assertFalse(waiting.isDone());
        clock.advance(Duration.ofHours(1));
        Stages.get(waiting);
    }

    /** F7: "{@code Future} and {@code CompletionStage} returns both work", if rejected too. */
    @Test
    void failsTheFutureOrTheStageOfARejectedCall() throws Exception {
        clock.advance(Duration.ofDays(1));
        guarded.impatientFuture().get(30, TimeUnit.SECONDS);
        Stages.get(guarded.impatientStage());

        assertInstanceOf(
                RateLimitExceededException.class, Stages.failure(guarded.impatientFuture()));
        assertInstanceOf(
                RateLimitExceededException.class, Stages.failure(guarded.impatientStage()));
    }
}
