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
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** F8: at 3900 the limiter is outside of Fault Tolerance. */
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class FaultToleranceOutsideTest {
    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.cdi.interceptor.priority = 3900",
                TestClock.class,
                Calls.class,
                Rejections.class,
                Stages.class,
                Guarded.class);
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Rejections rejections;
    @Inject Guarded guarded;

    private int available(String limiter) {
        return registry.rateLimiter(limiter).availablePermits();
    }

    /** F8: "one permit per logical call". */
    @Test
    void spendsOnePermitOnAllAttempts() {
        clock.advance(Duration.ofDays(1));
        int before = guarded.calls();

        assertThrows(IllegalStateException.class, guarded::retried);
        assertInstanceOf(IllegalStateException.class, Stages.failure(guarded.retriedLater()));

        assertEquals(8, guarded.calls() - before);
        assertEquals(9, available("retried"));
        assertEquals(9, available("retried later"));
    }

    /** F8: "rejections unseen by Retry". */
    @Test
    void isNotRetried() {
        clock.advance(Duration.ofDays(1));
        guarded.delayed();
        rejections.at("delayed", () -> clock.advance(Duration.ofHours(1)));

        assertTrue(Calls.isRejected(guarded::delayed));
        assertEquals(1, rejections.of("delayed"));
    }

    /** F8: "rejections unseen by CircuitBreaker". */
    @Test
    void opensNoBreaker() {
        clock.advance(Duration.ofDays(1));
        guarded.counted();
        for (int i = 0; i < 10; i++) {
            assertTrue(Calls.isRejected(guarded::counted));
        }

        clock.advance(Duration.ofDays(1));
        guarded.counted();
    }

    /** F8, the price of it: a call that an open breaker stops has taken its permit before. */
    @Test
    void spendsAPermitOnACallThatABreakerStops() {
        clock.advance(Duration.ofDays(1));
        assertThrows(IllegalStateException.class, guarded::broken);
        assertThrows(IllegalStateException.class, guarded::broken);

        assertThrows(CircuitBreakerOpenException.class, guarded::broken);
        assertEquals(7, available("broken"));
    }

    /** F8: "rejections unseen by Fallback". */
    @Test
    void isNotReplacedByAFallback() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertEquals("the result", guarded.replaced());
        assertThrows(RateLimitExceededException.class, guarded::replaced);

        assertEquals("the result", Stages.get(guarded.replacedLater()));
        assertInstanceOf(RateLimitExceededException.class, Stages.failure(guarded.replacedLater()));
    }

    /** F8: a wait for a future is on the thread of the caller, and a rejection is thrown there. */
    @Test
    void waitsOnTheThreadOfTheCallerForAFuture() throws Exception {
        clock.advance(Duration.ofDays(1));
        guarded.future().get(30, TimeUnit.SECONDS);
        long before = clock.nanoTime();

        Future<Thread> waited = guarded.future();

        assertEquals(Duration.ofHours(1).toNanos(), clock.nanoTime() - before);
        assertNotSame(Thread.currentThread(), waited.get(30, TimeUnit.SECONDS));
        guarded.impatientFuture().get(30, TimeUnit.SECONDS);
        assertThrows(RateLimitExceededException.class, guarded::impatientFuture);
    }

    /** F8: a wait for a stage holds no thread, and the call passes Fault Tolerance afterwards. */
    @Test
    void waitsOnNoThreadForAStage() throws Exception {
        clock.advance(Duration.ofDays(1));
        Stages.get(guarded.stage());
        CompletableFuture<Thread> waiting = guarded.stage().toCompletableFuture();
        assertEquals(1, clock.pendingTasks());
        assertFalse(waiting.isDone());

        clock.advance(Duration.ofHours(1));
        assertNotSame(Thread.currentThread(), Stages.get(waiting));
        Stages.get(guarded.impatientStage());
        assertInstanceOf(
                RateLimitExceededException.class, Stages.failure(guarded.impatientStage()));
    }

    /** F8: "no bulkhead slot held while waiting", for a stage too. */
    @Test
    void holdsNoSlotOfABulkheadWhileAStageWaits() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertTrue(registry.rateLimiter("crowded stage").tryAcquire());
        CompletableFuture<String> waiting = guarded.crowdedStage().toCompletableFuture();
        registry.rateLimiter("crowded stage").reconfigure(config -> config.enabled(false));
        for (int i = 0; i < 10; i++) {
            assertEquals("the result", Stages.get(guarded.crowdedStage()));
        }
        assertFalse(waiting.isDone());
        clock.advance(Duration.ofHours(1));
        assertEquals("the result", Stages.get(waiting));
    }
}
