// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** What other threads do. */
final class Stages {
    private static final long SECONDS = 30;

    private Stages() {}

    /** Waits for a result. */
    static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    }

    /** Waits for a failure. */
    static Throwable failure(CompletionStage<?> stage) {
        return failure((Future<?>) stage.toCompletableFuture());
    }

    /** Waits for a failure. */
    static Throwable failure(Future<?> future) {
        return requireNonNull(
                assertThrows(ExecutionException.class, () -> future.get(SECONDS, TimeUnit.SECONDS))
                        .getCause());
    }

    /** Returns when so many asynchronous calls wait. */
    static void awaitPending(ManualClock clock, int calls) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (clock.pendingTasks() != calls) {
            assertTrue(
                    System.nanoTime() - deadline < 0, "calls that wait: " + clock.pendingTasks());
            Thread.onSpinWait();
        }
    }
}
