// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Calls on an event loop of Vert.x, which serves many connections and must never be blocked.
 */
class EventLoopTest {
    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest()
                    .withApplicationRoot(
                            (JavaArchive jar) -> jar.addClasses(StandingClock.class, Time.class, Worker.class));

    /** A clock on which a synchronous call waits for ever. */
    static class StandingClock implements Clock {
        final ManualClock clock = new ManualClock();

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public Future<?> schedule(Runnable task, long deadlineNanos, Timer timer) {
            return clock.schedule(task, deadlineNanos, timer);
        }
    }

    @ApplicationScoped
    static class Time {
        @Produces @Singleton StandingClock clock = new StandingClock();
    }

    @ApplicationScoped
    static class Worker {
        private final AtomicInteger rejections = new AtomicInteger();

        @RateLimiter(name = "wait", permits = 1, period = "1m", maxWait = "1h")
        String call() {
            return Thread.currentThread().getName();
        }

        @RateLimiter(name = "later", permits = 1, period = "1m", maxWait = "1h")
        CompletableFuture<String> callLater() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }

        void count(@Observes RateLimiterRejected rejected) {
            rejections.incrementAndGet();
        }

        int rejections() {
            return rejections.get();
        }

        void forget() {
            rejections.set(0);
        }
    }

    @Inject Vertx vertx;
    @Inject StandingClock standing;
    @Inject Worker worker;
    @Inject ResilienceRegistry registry;

    private ManualClock clock;
    private Context loop;

    @BeforeEach
    void rest() {
        clock = standing.clock;
        clock.advance(Duration.ofDays(1));
        worker.forget();
        loop = vertx.getOrCreateContext();
    }

    private <T> CompletableFuture<T> onLoop(Callable<T> call) {
        CompletableFuture<T> done = new CompletableFuture<>();
        loop.runOnContext(
                nothing -> {
                    try {
                        assertThat(Context.isOnEventLoopThread()).isTrue();
                        done.complete(call.call());
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                });
        return done;
    }

    private static <T> T soon(CompletableFuture<T> done) throws Exception {
        return done.get(30, TimeUnit.SECONDS);
    }

    /** S1: a call that has its permit runs on the event loop. */
    @Test
    void admitsOnTheEventLoop() throws Exception {
        assertThat(soon(onLoop(worker::call))).startsWith("vert.x-eventloop");
    }

    /** A synchronous call that would wait is rejected there, and costs nothing; somebody may listen. */
    @Test
    void rejectsAtOnceWhatWouldWaitOnTheEventLoop() throws Exception {
        RateLimiterHandle limiter = registry.rateLimiter("wait");
        soon(onLoop(worker::call));
        CompletableFuture<String> second = onLoop(worker::call);

        assertThatThrownBy(() -> soon(second))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RateLimitExceededException.class);
        assertThat(worker.rejections()).isEqualTo(1);
        assertThat(soon(onLoop(() -> Thread.currentThread().isInterrupted()))).isFalse();

        clock.advance(Duration.ofMinutes(1));
        assertThat(limiter.availablePermits()).isEqualTo(1);
        assertThat(soon(onLoop(worker::call))).startsWith("vert.x-eventloop");
    }

    /** A method that returns a stage waits, and the event loop serves others meanwhile. */
    @Test
    void waitsWithoutTheEventLoop() throws Exception {
        soon(onLoop(worker::callLater));
        CompletableFuture<String> second = soon(onLoop(worker::callLater));

        assertThat(second).isNotDone();
        assertThat(soon(onLoop(() -> "served"))).isEqualTo("served");
        assertThat(second).isNotDone();

        clock.advance(Duration.ofMinutes(1));
        assertThat(soon(second)).doesNotStartWith("vert.x-eventloop");
    }

    /** On a thread that may be blocked, a call waits as everywhere. */
    @Test
    void waitsOnAWorkerThread() throws Exception {
        worker.call();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Future<String> waiting =
                vertx.<String>executeBlocking(
                                () -> {
                                    thread.complete(Thread.currentThread());
                                    return worker.call();
                                })
                        .toCompletionStage()
                        .toCompletableFuture();
        Thread waiter = soon(thread);
        while (waiter.getState() != Thread.State.TIMED_WAITING && !waiting.isDone()) {
            Thread.onSpinWait();
        }
        assertThat(waiting).isNotDone();

        clock.advance(Duration.ofMinutes(1));
        LockSupport.unpark(waiter); // the clock that stands still wakes nobody

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(waiter.getName());
    }
}
