// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Starts calls that return a stage. */
final class StageCalls {

    private StageCalls() {}

    /** The stage of a call; what it throws, and null, becomes a failed one. */
    static <T> CompletionStage<T> start(Callable<? extends CompletionStage<T>> call) {
        try {
            CompletionStage<T> stage = call.call();
            return stage != null
                    ? stage
                    : CompletableFuture.failedFuture(
                            new NullPointerException("the method returned null, not a stage"));
        } catch (Throwable e) { // An Error too: whoever holds the stage must hear of it.
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Makes two stages complete alike, whichever completes first. By {@code handle}: after a
     * failure, {@code whenComplete} would make an exception of its own.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the completing
    static <T> void tie(CompletionStage<T> stage, CompletableFuture<T> result) {
        try {
            stage.handle((value, failure) -> complete(result, value, failure));
        } catch (Throwable e) { // A stage that cannot be listened to: nothing else will come.
            result.completeExceptionally(e);
        }
        if (stage instanceof CompletableFuture<T> future) {
            result.handle((value, failure) -> complete(future, value, failure));
        }
    }

    @SuppressWarnings("NullAway") // the value is null if there is a failure, and may be if not
    private static <T> boolean complete(CompletableFuture<T> future, T value, Throwable failure) {
        return failure != null ? future.completeExceptionally(failure) : future.complete(value);
    }
}
