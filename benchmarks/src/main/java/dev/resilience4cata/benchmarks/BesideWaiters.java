// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a call costs when others wait at the same limiter, or waited and gave up. */
public class BesideWaiters {

    private static final Callable<CompletionStage<String>> CALL =
            () -> CompletableFuture.completedFuture("acme");

    /**
     * Asynchronous calls that wait for a permit an hour: the first passes, and the limit of waiting
     * leaves room for so many more.
     */
    @State(Scope.Benchmark)
    public static class Waiters {

        @Param({"0", "1000", "100000"})
        int waiters;

        final ResilienceRegistry registry = ResilienceRegistry.builder().build();
        private final List<CompletableFuture<String>> calls = new ArrayList<>();

        /** A limiter with such room; another one keeps the timer of the registry going. */
        final RateLimiterPolicy withRoomFor(int calls) {
            RateLimiterPolicy other = policy("com.acme.Search#other()", 1);
            other.<String>callAsync(CALL);
            other.<String>callAsync(CALL);
            return policy("com.acme.Search#find()", calls);
        }

        private RateLimiterPolicy policy(String id, int calls) {
            return registry.rateLimiterPolicy(
                    id,
                    "",
                    "",
                    limit ->
                            limit.permits(1)
                                    .period(Duration.ofHours(1))
                                    .maxWait(Duration.ofHours(calls)));
        }

        final void call(RateLimiterPolicy policy) {
            for (int i = 0; i <= waiters; i++) {
                calls.add(policy.<String>callAsync(CALL).toCompletableFuture());
            }
        }

        /** In an order of chance, so that gaps open and close everywhere. */
        final void giveUp() {
            Collections.shuffle(calls, new Random(1));
            calls.forEach(call -> call.cancel(false));
        }

        @TearDown
        public void close() {
            registry.close();
        }
    }

    /** As many calls wait as may. */
    public static class Full extends Waiters {

        private RateLimiterPolicy policy;

        @Setup
        public void fill() {
            policy = withRoomFor(waiters);
            call(policy);
        }
    }

    /** One more call may wait. */
    public static class Room extends Waiters {

        private RateLimiterPolicy policy;

        @Setup
        public void fill() {
            policy = withRoomFor(waiters + 1);
            call(policy);
        }
    }

    /** Calls waited and gave up; as many may wait again. */
    public static class GivenUp extends Waiters {

        private RateLimiterPolicy policy;

        @Setup
        public void fillAndGiveUp() {
            policy = withRoomFor(waiters + 1);
            call(policy);
            giveUp();
        }
    }

    @Benchmark
    public @Nullable RateLimitExceededException ours(Full waiters) {
        return waiters.policy.tryAcquire() ? null : waiters.policy.rejection();
    }

    /** A call that waits, and is given up at once. */
    @Benchmark
    public boolean waitsAndGivesUp(Room waiters) {
        return waiters.policy.<String>callAsync(CALL).toCompletableFuture().cancel(false);
    }

    @Benchmark
    public boolean waitsAndGivesUpAfterOthers(GivenUp waiters) {
        return waiters.policy.<String>callAsync(CALL).toCompletableFuture().cancel(false);
    }
}
