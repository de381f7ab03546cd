// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The two ways to call through a pipeline. */
enum WayToCall {
    SYNC {
        @Override
        CompletableFuture<String> start(Pipeline<String> pipeline, Callable<String> call) {
            return made(() -> pipeline.execute(call::call));
        }
    },

    ASYNC {
        @Override
        CompletableFuture<String> start(Pipeline<String> pipeline, Callable<String> call) {
            return pipeline.executeAsync(() -> made(call)).toCompletableFuture();
        }
    };

    abstract CompletableFuture<String> start(Pipeline<String> pipeline, Callable<String> call);

    /** What the call returns, or what the caller gets instead, without a wait for a permit. */
    Object outcome(ManualClock clock, Pipeline<String> pipeline, Callable<String> call)
            throws Exception {
        CompletableFuture<String> result = start(pipeline, call);
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ZERO); // starts what a library wants to start now
        }
        return outcome(result);
    }

    static Object outcome(CompletableFuture<String> call) throws InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    private static CompletableFuture<String> made(Callable<String> call) {
        try {
            return CompletableFuture.completedFuture(call.call());
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
