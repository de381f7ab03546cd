// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What asynchronous calls take while they wait: heap and threads. */
final class PendingCalls {

    static final String WAITING = "a call that waits";
    static final String TIMERS = "threads for all of them";

    private static final int CALLS = 100_000;

    private static final Callable<CompletionStage<String>> CALL =
            () -> CompletableFuture.completedFuture("acme");

    private PendingCalls() {}

    public static void main(String[] args) {
        ResilienceRegistry registry = ResilienceRegistry.builder().build();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "com.acme.Search#find()",
                        "",
                        "",
                        limit ->
                                limit.permits(1)
                                        .period(Duration.ofHours(1))
                                        .maxWait(Duration.ofHours(2 * CALLS)));
        CompletableFuture<?>[] calls = new CompletableFuture<?>[CALLS];
        wait(policy, calls);
        giveUp(calls); // what the first ones load is not theirs

        long before = LiveHeap.bytes();
        wait(policy, calls);
        long waiting = LiveHeap.bytes();
        long timers = threads();
        giveUp(calls);
        long after = LiveHeap.bytes();

        Reading.of(PendingCalls.class, WAITING, each(waiting - before), "B").print();
        Reading.of(PendingCalls.class, TIMERS, (double) timers, "").print();
        Reading.of(PendingCalls.class, "left of a call given up", each(after - before), "B")
                .print();
        registry.close();
    }

    /** The first call ever passes; all others wait. */
    private static void wait(RateLimiterPolicy policy, CompletableFuture<?>[] calls) {
        for (int i = 0; i < CALLS; i++) {
            calls[i] = policy.<String>callAsync(CALL).toCompletableFuture();
        }
    }

    private static void giveUp(CompletableFuture<?>[] calls) {
        for (CompletableFuture<?> call : calls) {
            call.cancel(false);
        }
        Arrays.fill(calls, null);
    }

    /** Threads of the library; one that is about to end is counted too. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("rate-limiter-"))
                .count();
    }

    private static double each(long bytes) {
        return bytes / (double) CALLS;
    }
}
