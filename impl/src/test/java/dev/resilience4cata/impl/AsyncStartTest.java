// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static dev.resilience4cata.impl.Until.until;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** S15, S17, S18: what stands between a call that waits and its start, and how that may fail. */
@Timeout(60)
class AsyncStartTest {

    private static final long SECOND = 1_000_000_000;

    /** A scheduler whose tasks the test runs itself, whenever it likes. */
    private static class HandTimer implements Clock.Timer {

        final Deque<FutureTask<?>> tasks = new ArrayDeque<>();
        final List<Long> delays = new ArrayList<>();

        @Override
        public Future<?> schedule(Runnable task, long delayNanos) {
            FutureTask<?> future = new FutureTask<>(task, null);
            tasks.add(future);
            delays.add(delayNanos);
            return future;
        }

        void runNext() {
            tasks.remove().run();
        }
    }

    private final List<String> starts = new ArrayList<>();
    private HandTimer timer = new HandTimer();
    private UnaryOperator<Runnable> context = CallerContext::withClassLoader;
    private long now;

    @AfterEach
    void keepsTheClassLoaderOfTheTest() {
        Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }

    private LimiterRegistry registry() {
        return new LimiterRegistry(
                new ConfigResolver(key -> null, Map.of()),
                () -> now,
                List.of(),
                (task, delay) -> timer.schedule(task, delay),
                task -> context.apply(task));
    }

    /** A limiter whose next call is due in a second, the only one that may wait. */
    private static RateLimiterPolicy exhausted(ResilienceRegistry registry) {
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "limiter",
                        "",
                        "",
                        b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)));
        assertThat(policy.tryAcquire()).isTrue();
        return policy;
    }

    private CompletableFuture<String> call(RateLimiterPolicy policy, String name) {
        return policy.callAsync(
                        () -> {
                            starts.add(name);
                            return CompletableFuture.completedFuture(name);
                        })
                .toCompletableFuture();
    }

    private static Throwable failure(CompletionStage<?> stage) {
        assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
        try {
            stage.toCompletableFuture().get();
            throw new AssertionError("no failure");
        } catch (Exception e) {
            return e.getCause();
        }
    }

    /** The next call may wait: the permit is there again. */
    private void assertGivenBack(RateLimiterPolicy policy) {
        timer = new HandTimer();
        context = CallerContext::withClassLoader;
        CompletableFuture<String> next = call(policy, "next");
        assertThat(next).isNotDone();
        now = SECOND;
        timer.runNext();
        assertThat(next).isCompletedWithValue("next");
        assertThat(starts).containsExactly("next");
    }

    @Test
    void aSchedulerThatWasShutDownFailsTheStage() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.shutdown();
        ResilienceRegistry registry =
                ResilienceRegistry.builder().clock(() -> now).scheduler(scheduler).build();
        RateLimiterPolicy policy = exhausted(registry);
        assertThat(failure(call(policy, "refused"))).isInstanceOf(RejectedExecutionException.class);
        assertThat(registry.rateLimiter("limiter").timeToNextPermit()).isEqualTo(ofSeconds(1));
        assertThat(starts).isEmpty();
    }

    @Test // S17
    void aSchedulerOfTheApplicationKeepsNoCallThatWasCancelled() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.setRemoveOnCancelPolicy(true);
        RateLimiterPolicy policy =
                exhausted(
                        ResilienceRegistry.builder().clock(() -> now).scheduler(scheduler).build());
        CompletableFuture<String> stage = call(policy, "never");
        assertThat(scheduler.getQueue()).hasSize(1);
        stage.cancel(false);
        assertThat(scheduler.getQueue()).isEmpty();
        scheduler.shutdown();
    }

    @Test
    void aSchedulerThatHasNoThreadFailsTheStage() {
        Error failure = new OutOfMemoryError("no thread, says the test");
        timer =
                new HandTimer() {
                    @Override
                    public Future<?> schedule(Runnable task, long delayNanos) {
                        throw failure;
                    }
                };
        RateLimiterPolicy policy = exhausted(registry());
        assertThat(failure(call(policy, "refused"))).isSameAs(failure);
        assertGivenBack(policy);
    }

    @Test // S15: the executor of a server, which is asked when the call is due
    void anExecutorThatRefusesADueCallFailsTheStage() {
        RejectedExecutionException refusal = new RejectedExecutionException();
        Clock.Timer refusing =
                new StartTimer(
                        task -> {
                            throw refusal;
                        });
        timer =
                new HandTimer() {
                    @Override
                    public Future<?> schedule(Runnable task, long delayNanos) {
                        return refusing.schedule(task, 0); // now, not in a second
                    }
                };
        LimiterRegistry registry = registry();
        RateLimiterPolicy policy = exhausted(registry);
        CompletableFuture<String> stage = call(policy, "refused");
        until(() -> registry.rateLimiter("limiter").timeToNextPermit().equals(ofSeconds(1)));
        assertThat(failure(stage)).isSameAs(refusal);
        assertGivenBack(policy);
    }

    @Test // S14: cancelled after the timer has let go of it, before it starts
    void aCallThatIsCancelledOnItsWayToTheStartDoesNotStart() {
        List<CompletableFuture<String>> stages = new ArrayList<>();
        context =
                task ->
                        () -> {
                            assertThat(stages.get(0).cancel(false)).isTrue();
                            task.run();
                        };
        RateLimiterPolicy policy = exhausted(registry());
        stages.add(call(policy, "never"));
        now = SECOND;
        timer.runNext();
        assertThat(starts).isEmpty();
        now = 0;
        assertGivenBack(policy);
    }

    @Test // S14: what depends on a stage hears of it in any order
    void aCallThatIsDueWhileItIsBeingCancelledDoesNotStart() {
        RateLimiterPolicy policy = exhausted(registry());
        CompletableFuture<String> stage = call(policy, "never");
        CompletableFuture<Void> dependent =
                stage.handle(
                        (value, failure) -> {
                            now = SECOND;
                            timer.runNext();
                            now = 0;
                            return null;
                        });
        assertThat(stage.cancel(false)).isTrue();
        assertThat(dependent).isCompleted();
        assertThat(starts).isEmpty();
        assertGivenBack(policy);
    }

    @Test // S21: due while the registry closes
    void aCallWhoseLimiterIsClosedDoesNotStart() {
        RateLimiterPolicy policy = exhausted(registry());
        CompletableFuture<String> stage = call(policy, "never");
        ((Limiter) policy).close();
        now = SECOND;
        timer.runNext();
        assertThat(failure(stage)).hasMessageStartingWith("R4C-REG-010");
        assertThat(starts).isEmpty();
    }

    @Test // S16: a stage that can only be listened to
    @SuppressWarnings("unchecked")
    void aStageOfAnotherKindIsTiedOneWay() throws Exception {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletionStage<String> other =
                (CompletionStage<String>)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {CompletionStage.class},
                                (proxy, method, args) -> method.invoke(source, args));
        CompletionStage<String> stage = exhausted(registry()).callAsync(() -> other);
        now = SECOND;
        FutureTask<?> start = timer.tasks.peek();
        timer.runNext();
        assertThat(start.get()).isNull(); // and nothing was thrown
        source.complete("done");
        assertThat(stage.toCompletableFuture()).isCompletedWithValue("done");
    }

    @Test // S17
    void aTaskThatASchedulerRunsAlthoughItWasCancelledDoesNothing() {
        List<Runnable> kept = new ArrayList<>();
        timer =
                new HandTimer() {
                    @Override
                    public Future<?> schedule(Runnable task, long delayNanos) {
                        kept.add(task);
                        return super.schedule(task, delayNanos);
                    }
                };
        RateLimiterPolicy policy = exhausted(registry());
        assertThat(call(policy, "never").cancel(false)).isTrue();
        kept.get(0).run();
        ((StartTimer.Start) kept.get(0)).refused(new RejectedExecutionException());
        assertThat(starts).isEmpty();
        assertGivenBack(policy);
    }

    @Test
    void aContextThatCannotBeCapturedFailsTheStage() {
        IllegalStateException failure = new IllegalStateException();
        context =
                task -> {
                    throw failure;
                };
        RateLimiterPolicy policy = exhausted(registry());
        assertThat(failure(call(policy, "refused"))).isSameAs(failure);
        assertThat(timer.tasks).isEmpty();
        assertGivenBack(policy);
    }

    @Test
    void aContextThatCannotBeEnteredFailsTheStage() {
        IllegalStateException failure = new IllegalStateException();
        context =
                task ->
                        () -> {
                            throw failure;
                        };
        RateLimiterPolicy policy = exhausted(registry());
        CompletableFuture<String> stage = call(policy, "refused");
        timer.runNext();
        assertThat(failure(stage)).isSameAs(failure);
        assertGivenBack(policy);
    }

    @Test
    void aContextThatCannotBeLeftDoesNotChangeTheOutcome() {
        IllegalStateException failure = new IllegalStateException();
        context =
                task ->
                        () -> {
                            task.run();
                            throw failure;
                        };
        CompletableFuture<String> running = new CompletableFuture<>();
        CompletableFuture<String> stage =
                exhausted(registry()).callAsync(() -> running).toCompletableFuture();
        now = SECOND;
        FutureTask<?> start = timer.tasks.peek();
        timer.runNext();
        assertThatThrownBy(start::get).cause().isSameAs(failure);
        assertThat(stage).isNotDone();
        running.complete("done");
        assertThat(stage).isCompletedWithValue("done");
    }

    @Test
    void aSchedulerThatIsEarlyIsAskedAgain() {
        CompletableFuture<String> stage = call(exhausted(registry()), "B");
        now = 400_000_000;
        timer.runNext();
        now = SECOND - 1;
        timer.runNext();
        assertThat(stage).isNotDone();
        assertThat(timer.delays).containsExactly(SECOND, 600_000_000L, 1L);
        now = SECOND;
        timer.runNext();
        assertThat(stage).isCompletedWithValue("B");
        assertThat(timer.tasks).isEmpty();
    }

    @Test
    void aSchedulerThatIsEarlyAndThenRefusesFailsTheStage() {
        RejectedExecutionException failure = new RejectedExecutionException();
        RateLimiterPolicy policy = exhausted(registry());
        CompletableFuture<String> stage = call(policy, "B");
        FutureTask<?> task = timer.tasks.remove();
        timer =
                new HandTimer() {
                    @Override
                    public Future<?> schedule(Runnable again, long delayNanos) {
                        throw failure;
                    }
                };
        task.run();
        assertThat(failure(stage)).isSameAs(failure);
        assertGivenBack(policy);
    }

    @Test
    void aSchedulerThatRunsACancelledTaskStartsNothing() {
        CompletableFuture<String> stage = call(exhausted(registry()), "B");
        List<Runnable> kept = new ArrayList<>();
        timer.tasks.forEach(kept::add);
        stage.cancel(true);
        assertThat(timer.tasks.remove().isCancelled()).isTrue();
        now = SECOND;
        kept.forEach(Runnable::run);
        assertThat(starts).isEmpty();
    }

    @Test
    void aSchedulerThatRunsATaskTwiceStartsOnce() {
        Runnable[] kept = new Runnable[1];
        timer =
                new HandTimer() {
                    @Override
                    public Future<?> schedule(Runnable task, long delayNanos) {
                        kept[0] = task;
                        return super.schedule(task, delayNanos);
                    }
                };
        CompletableFuture<String> stage = call(exhausted(registry()), "B");
        now = SECOND;
        kept[0].run();
        kept[0].run();
        assertThat(stage).isCompletedWithValue("B");
        assertThat(starts).containsExactly("B");
    }

    @Test // The interleaving of close() with a call that has no task yet.
    void closingWhileACallIsScheduledCancelsItsTask() {
        LimiterRegistry registry = registry();
        timer =
                new HandTimer() {
                    @Override
                    public Future<?> schedule(Runnable task, long delayNanos) {
                        registry.close();
                        return super.schedule(task, delayNanos);
                    }
                };
        CompletableFuture<String> stage = call(exhausted(registry), "B");
        assertThat(failure(stage)).hasMessageStartingWith("R4C-REG-010");
        assertThat(timer.tasks.remove().isCancelled()).isTrue();
    }

    @Test // The interleaving of close() with a call that is not on the list of those that wait.
    void closingWhileTheContextIsCapturedFailsTheCall() {
        LimiterRegistry registry = registry();
        context =
                task -> {
                    registry.close();
                    return task;
                };
        CompletableFuture<String> stage = call(exhausted(registry), "B");
        assertThat(failure(stage)).hasMessageStartingWith("R4C-REG-010");
        timer.tasks.forEach(task -> assertThat(task.isCancelled()).isTrue());
    }

    @Test // S18
    void theCallSeesTheClassLoaderOfItsCaller() throws Exception {
        Thread thread = Thread.currentThread();
        try (URLClassLoader callers = new URLClassLoader(new URL[0]);
                URLClassLoader schedulers = new URLClassLoader(new URL[0])) {
            RateLimiterPolicy policy = exhausted(registry());
            thread.setContextClassLoader(callers);
            CompletionStage<ClassLoader> seen =
                    policy.callAsync(
                            () ->
                                    CompletableFuture.completedFuture(
                                            Thread.currentThread().getContextClassLoader()));
            thread.setContextClassLoader(schedulers);
            now = SECOND;
            timer.runNext();
            assertThat(seen).isCompletedWithValue(callers);
            assertThat(thread.getContextClassLoader()).isSameAs(schedulers);
        }
    }

    @Test // S18
    void aCallThatFailsLeavesItsThreadTheClassLoaderThatItHad() throws Exception {
        Thread thread = Thread.currentThread();
        try (URLClassLoader callers = new URLClassLoader(new URL[0]);
                URLClassLoader schedulers = new URLClassLoader(new URL[0])) {
            RateLimiterPolicy policy = exhausted(registry());
            thread.setContextClassLoader(callers);
            CompletionStage<String> failed =
                    policy.callAsync(
                            () -> {
                                thread.setContextClassLoader(null);
                                throw new AssertionError();
                            });
            thread.setContextClassLoader(schedulers);
            now = SECOND;
            timer.runNext();
            assertThat(failed.toCompletableFuture()).isCompletedExceptionally();
            assertThat(thread.getContextClassLoader()).isSameAs(schedulers);
        }
    }
}
