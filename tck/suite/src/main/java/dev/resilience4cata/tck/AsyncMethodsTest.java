// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Methods that return a stage, on a clock that stands still: a call that waits starts when the test
 * advances the clock.
 */
@Tag("core")
@Tag("async")
@ExtendWith(ArquillianExtension.class)
@SuppressWarnings("FutureReturnValueIgnored") // many calls are there only to take a permit
class AsyncMethodsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Deployment
    static WebArchive application() {
        return Archives.war(
                TestClock.class, Calls.class, Worker.class, Request.class, Outcome.class);
    }

    @RequestScoped
    static class Request {
        String answer() {
            return "the request is active";
        }
    }

    /** What is seen of a stage, without the wrapping that reading its value adds. */
    record Outcome(@Nullable Object value, @Nullable Throwable failure) {
        static Outcome of(CompletionStage<?> stage) {
            Outcome[] outcome = {new Outcome("not done", null)};
            stage.whenComplete((value, failure) -> outcome[0] = new Outcome(value, failure));
            return outcome[0];
        }
    }

    /** Each method passes one call per second, and lets nine more wait. */
    @ApplicationScoped
    static class Worker {
        @Inject ManualClock clock;
        @Inject Request request;

        final List<String> started = new ArrayList<>();
        CompletableFuture<String> inside = new CompletableFuture<>();
        @Nullable ClassLoader loader;

        @RateLimiter(permits = 1, period = "1s")
        CompletionStage<String> rejecting() {
            return CompletableFuture.completedFuture("done");
        }

        @RateLimiter(permits = 1, period = "1s", maxWait = "9s")
        CompletableFuture<String> work(String what) {
            started.add(what + " at " + clock.nanoTime() / 1_000_000_000 % 86_400);
            return CompletableFuture.completedFuture(what);
        }

        @RateLimiter(permits = 1, period = "1s", maxWait = "9s")
        CompletionStage<String> stage() {
            return inside;
        }

        @RateLimiter(permits = 1, period = "1s", maxWait = "9s")
        @SuppressWarnings("NullAway") // the fault that the test is about
        CompletionStage<String> nothing() {
            return null;
        }

        @RateLimiter(permits = 1, period = "1s", maxWait = "9s")
        CompletionStage<String> throwing(Throwable what) throws Throwable {
            throw what;
        }

        @RateLimiter(permits = 1, period = "1s", maxWait = "9s")
        CompletionStage<String> context() {
            loader = Thread.currentThread().getContextClassLoader();
            return CompletableFuture.completedFuture(request.answer());
        }

        @RateLimiter(permits = 1, period = "1s", maxWait = "9s")
        Future<String> future() {
            started.add("future");
            return CompletableFuture.completedFuture("done");
        }

        List<String> takeStarted() {
            List<String> taken = List.copyOf(started);
            started.clear();
            return taken;
        }

        CompletableFuture<String> newInside() {
            inside = new CompletableFuture<>();
            return inside;
        }

        @Nullable ClassLoader loader() {
            return loader;
        }
    }

    @Inject ManualClock clock;
    @Inject ResilienceRegistry registry;
    @Inject Worker worker;

    /** To a full second of a quiet day, with permits for all. */
    private void rest() {
        clock.advance(Duration.ofDays(2));
        clock.advance(Duration.ofDays(1).minusNanos(clock.nanoTime() % 86_400_000_000_000L));
        worker.takeStarted();
    }

    private int available(String method) {
        return registry.rateLimiter(Worker.class.getName() + "#" + method).availablePermits();
    }

    /** S15: "A rejection is a failed stage, never a throw." (situation 62) */
    @Test
    void failsTheStageOfARejectedCall() {
        rest();
        assertEquals(new Outcome("done", null), Outcome.of(worker.rejecting()));

        Outcome rejected = Outcome.of(worker.rejecting());

        RateLimitExceededException rejection =
                assertInstanceOf(RateLimitExceededException.class, rejected.failure());
        assertEquals(Worker.class.getName() + "#rejecting()", rejection.instanceId());
    }

    /**
     * S25: calls "start inside advance, in due order …, the clock shows its due time" (situation
     * 62).
     */
    @Test
    void startsWaitingCallsInOrder() {
        rest();
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (String what : List.of("a", "b", "c", "d")) {
            calls.add(worker.work(what));
        }
        assertEquals(List.of("a at 0"), worker.takeStarted());
        assertEquals(3, clock.pendingTasks());

        clock.advance(SECOND.minusNanos(1));
        assertEquals(List.of(), worker.takeStarted());
        clock.advance(Duration.ofNanos(1));
        assertEquals(List.of("b at 1"), worker.takeStarted());
        assertEquals("b", calls.get(1).getNow(null));
        assertFalse(calls.get(2).isDone());

        clock.advance(Duration.ofMinutes(1));
        assertEquals(List.of("c at 2", "d at 3"), worker.takeStarted());
        assertTrue(calls.stream().allMatch(CompletableFuture::isDone));
        assertEquals(0, clock.pendingTasks());
    }

    /** S1: what would have to wait longer than maxWait is rejected at once, and changes nothing. */
    @Test
    void rejectsACallThatWouldWaitTooLong() {
        rest();
        for (int i = 0; i < 10; i++) {
            worker.work("call " + i);
        }
        assertTrue(worker.work("too late").isCompletedExceptionally());
        assertEquals(9, clock.pendingTasks());

        clock.advance(SECOND);
        assertFalse(worker.work("in time").isDone());
        clock.advance(SECOND.multipliedBy(9));
        List<String> started = worker.takeStarted();
        assertEquals(11, started.size());
        assertEquals("in time at 10", started.get(10));
    }

    /** S17: cancelling "while it waits gives the permit back, the method never starts". */
    @Test
    void givesThePermitOfACancelledCallBack() {
        rest();
        worker.work("a");
        CompletableFuture<String> cancelled = worker.work("b");
        assertTrue(cancelled.cancel(true));
        assertEquals(0, clock.pendingTasks());

        CompletableFuture<String> next = worker.work("c");
        clock.advance(SECOND);
        assertEquals("c", next.getNow(null));
        assertEquals(List.of("a at 0", "c at 1"), worker.takeStarted());
    }

    /** S2 with S13: what is given back in the middle of the queue is used once. */
    @Test
    void fillsTheSlotOfACallThatWasCancelledInTheMiddle() {
        rest();
        worker.work("a");
        CompletableFuture<String> cancelled = worker.work("b");
        worker.work("c");
        cancelled.cancel(true);

        worker.work("d");
        clock.advance(SECOND);
        clock.advance(SECOND);
        clock.advance(SECOND);

        List<String> started = worker.takeStarted();
        assertEquals(
                List.of("0", "1", "2"),
                started.stream().map(call -> call.substring(call.indexOf(" at ") + 4)).toList());
        assertEquals(1, available("work(java.lang.String)"));
    }

    /** S17: "Cancelling later does not give it back." */
    @Test
    void keepsThePermitOfACallThatHasStarted() {
        rest();
        CompletableFuture<String> inside = worker.newInside();
        CompletionStage<String> immediate = worker.stage();
        CompletionStage<String> waited = worker.stage();
        clock.advance(SECOND);
        assertEquals(0, available("stage()"));

        waited.toCompletableFuture().cancel(true);
        immediate.toCompletableFuture().cancel(true);

        assertEquals(0, available("stage()"));
        assertTrue(inside.isDone());
    }

    /** S16: "completes with exactly what the method's stage completes with: same value". */
    @Test
    void completesWithTheValueOfTheMethod() {
        rest();
        CompletableFuture<String> inside = worker.newInside();
        CompletionStage<String> immediate = worker.stage();
        CompletionStage<String> waited = worker.stage();
        clock.advance(SECOND);
        assertFalse(immediate.toCompletableFuture().isDone());
        assertFalse(waited.toCompletableFuture().isDone());

        inside.complete("value");

        assertEquals(new Outcome("value", null), Outcome.of(immediate));
        assertEquals(new Outcome("value", null), Outcome.of(waited));
    }

    /** S16: "same exception, no extra CompletionException" (C21). */
    @Test
    void completesWithTheExceptionOfTheMethod() {
        rest();
        CompletableFuture<String> inside = worker.newInside();
        CompletionStage<String> immediate = worker.stage();
        CompletionStage<String> waited = worker.stage();
        clock.advance(SECOND);
        IOException failure = new IOException("lost");

        inside.completeExceptionally(failure);

        assertSame(failure, Outcome.of(immediate).failure());
        assertSame(failure, Outcome.of(waited).failure());
    }

    /** S15: the stage "always completes, also if the method … throws" (C21). */
    @Test
    void failsTheStageWithWhatTheMethodThrows() throws Throwable {
        for (Throwable failure :
                List.of(
                        new IllegalStateException("unchecked"),
                        new IOException("checked"),
                        new AssertionError("error"))) {
            rest();
            CompletionStage<String> immediate = worker.throwing(failure);
            CompletionStage<String> waited = worker.throwing(failure);
            clock.advance(SECOND);

            assertSame(failure, Outcome.of(immediate).failure());
            assertSame(failure, Outcome.of(waited).failure());
        }
    }

    /** S15: "also if the method returns null" (C21). */
    @Test
    void failsTheStageOfAMethodThatReturnsNull() {
        rest();
        CompletionStage<String> immediate = worker.nothing();
        CompletionStage<String> waited = worker.nothing();
        clock.advance(SECOND);

        assertInstanceOf(NullPointerException.class, Outcome.of(immediate).failure());
        assertInstanceOf(NullPointerException.class, Outcome.of(waited).failure());
    }

    /** S18: the delayed start has the caller's class loader (C22). */
    @Test
    void startsWithTheClassLoaderOfTheCaller() throws IOException {
        rest();
        worker.context();
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        try (URLClassLoader callers = new URLClassLoader(new URL[0], own)) {
            thread.setContextClassLoader(callers);
            CompletionStage<String> waited;
            try {
                waited = worker.context();
            } finally {
                thread.setContextClassLoader(own);
            }
            clock.advance(SECOND);

            assertTrue(waited.toCompletableFuture().isDone());
            assertSame(callers, worker.loader());
            assertSame(own, thread.getContextClassLoader());
        }
    }

    /** S18: "business code cannot tell whether there was a wait": a request context is active. */
    @Test
    void startsInARequestContext() throws InterruptedException {
        rest();
        worker.context();
        CompletionStage<String> waited = worker.context();

        Thread withoutRequest = new Thread(() -> clock.advance(SECOND));
        withoutRequest.start();
        withoutRequest.join();

        assertEquals(new Outcome("the request is active", null), Outcome.of(waited));
    }

    /** S19: "Any other return type is called synchronously", a Future too (situation 61). */
    @Test
    void callsAMethodThatReturnsAFutureSynchronously() {
        rest();
        worker.future();
        long before = clock.nanoTime();
        worker.future();

        assertEquals(List.of("future", "future"), worker.takeStarted());
        assertEquals(1_000_000_000, clock.nanoTime() - before);
    }
}
