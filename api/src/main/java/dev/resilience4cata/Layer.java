// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What another library does to a call, such as to retry it or to bound its time: put {@linkplain
 * Pipeline.Builder#outside outside} or {@linkplain Pipeline.Builder#inside inside} the limiters of
 * a pipeline. It has a side for synchronous calls, one for asynchronous calls, or both; a call for
 * which a layer has no side fails before anything of it runs. Immutable, so safe for use by several
 * threads, if its sides are.
 *
 * @param <T> what the calls return
 */
public final class Layer<T> {

    final @Nullable Sync<T> sync;
    final @Nullable Async<T> async;

    private Layer(@Nullable Sync<T> sync, @Nullable Async<T> async) {
        this.sync = sync;
        this.async = async;
    }

    /**
     * A layer for all calls.
     *
     * @param <T> what the calls return
     * @param sync its side for {@link Pipeline#execute}
     * @param async its side for {@link Pipeline#executeAsync}
     * @return a new layer
     */
    public static <T> Layer<T> of(Sync<T> sync, Async<T> async) {
        return new Layer<>(requireNonNull(sync, "sync"), requireNonNull(async, "async"));
    }

    /**
     * A layer for synchronous calls only.
     *
     * @param <T> what the calls return
     * @param sync its side for {@link Pipeline#execute}
     * @return a new layer
     */
    public static <T> Layer<T> sync(Sync<T> sync) {
        return new Layer<>(requireNonNull(sync, "sync"), null);
    }

    /**
     * A layer for asynchronous calls only.
     *
     * @param <T> what the calls return
     * @param async its side for {@link Pipeline#executeAsync}
     * @return a new layer
     */
    public static <T> Layer<T> async(Async<T> async) {
        return new Layer<>(null, requireNonNull(async, "async"));
    }

    /**
     * The side for synchronous calls. Must be safe for use by several threads.
     *
     * @param <T> what the calls return
     */
    @FunctionalInterface
    public interface Sync<T> {

        /**
         * Makes a call in its own way: once, several times, on another thread, or not at all.
         *
         * @param call what is inside this layer; throws {@link RateLimitExceededException} if a
         *     limiter in there rejects it
         * @return what the caller gets
         * @throws Exception what the caller gets instead
         */
        T call(Callable<T> call) throws Exception;
    }

    /**
     * The side for asynchronous calls. Must be safe for use by several threads.
     *
     * @param <T> what the calls return
     */
    @FunctionalInterface
    public interface Async<T> {

        /**
         * Makes a call in its own way: once, several times, on another thread, or not at all.
         *
         * @param call what is inside this layer; never throws and never returns null, but a failed
         *     stage, with {@link RateLimitExceededException} if a limiter in there rejects it
         * @return the stage that the caller gets; if this is null or throws, a failed one
         */
        CompletionStage<T> call(Supplier<CompletionStage<T>> call);
    }
}
