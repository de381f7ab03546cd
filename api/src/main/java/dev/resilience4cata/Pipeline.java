// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits calls in code, where no annotation can stand. Its limiters have the keys, the snapshots
 * and the errors of all others. Policies of other libraries can be put around them and inside them,
 * as {@linkplain Layer layers}; a call then allocates a few small objects, for each layer one or
 * two. Safe for use by several threads, if the layers are.
 *
 * @param <T> what the calls return
 */
public interface Pipeline<T> {

    /**
     * A builder without a limiter.
     *
     * @param <T> what the calls return
     * @param registry holds the limiters
     * @param instanceId the id of the limiter
     * @param resultType what the calls return
     * @return a new builder
     */
    static <T> Builder<T> builder(
            ResilienceRegistry registry, String instanceId, Class<T> resultType) {
        requireNonNull(resultType, "resultType");
        return new PolicyPipeline.Builder<>(
                requireNonNull(registry, "registry"), requireNonNull(instanceId, "instanceId"));
    }

    /**
     * Makes a call when it has its permits, waiting for them on the calling thread if it may.
     *
     * @param <E> what the call throws
     * @param call the call
     * @return what it returns
     * @throws E if the call fails. What a layer throws is thrown as it is, even if it is checked
     *     and nothing declares it; to catch such an exception, name it: {@code
     *     pipeline.<TimeoutException>execute(…)}
     * @throws RateLimitExceededException if it is rejected; the call is not made
     * @throws ResilienceException R4C-REG-010 if the registry was closed; R4C-REG-012 if a layer
     *     has no side for synchronous calls
     */
    <E extends Exception> T execute(ThrowingSupplier<? extends T, E> call) throws E;

    /**
     * Makes a call when it has its permits, waiting for them without a thread if it may.
     *
     * <p>Completing the returned stage while the call waits, by cancelling it or otherwise, gives
     * its permits back, and the call is not made. With layers outside, it is up to them whether
     * they pass that on.
     *
     * @param call the call
     * @return its stage, or one that completes exactly as it does, or what the layers make of it; a
     *     failed one if it is rejected, if it throws, or if it returns null, with R4C-REG-010 if
     *     the registry was closed, and with R4C-REG-012 if a layer has no side for asynchronous
     *     calls
     */
    CompletionStage<T> executeAsync(Supplier<? extends CompletionStage<T>> call);

    /**
     * As {@link #execute(ThrowingSupplier)}, with permits of a key: each key has a state of its own
     * in each limiter.
     *
     * @param <E> what the call throws
     * @param key see {@link KeyResolver}; null is no key
     * @param call the call
     * @return what it returns
     * @throws E if the call fails
     * @throws RateLimitExceededException if it is rejected; the call is not made
     * @throws ResilienceException as without a key
     */
    <E extends Exception> T execute(@Nullable Object key, ThrowingSupplier<? extends T, E> call)
            throws E;

    /**
     * As {@link #executeAsync(Supplier)}, with permits of a key.
     *
     * @param key see {@link KeyResolver}; null is no key
     * @param call the call
     * @return its stage, as without a key
     */
    CompletionStage<T> executeAsync(
            @Nullable Object key, Supplier<? extends CompletionStage<T>> call);

    /**
     * Collects what a pipeline is made of. Not safe for use by several threads.
     *
     * @param <T> what the calls return
     */
    interface Builder<T> {

        /**
         * Adds a limiter. The first has the id of the pipeline, the second that id with {@code /2},
         * and so on. A call needs a permit of each limiter: if one of them rejects it, it costs
         * nothing in any; it waits for the last permit, not for the sum, and no longer than each
         * maxWait allows. One that instances share, with the scope {@code CLUSTER}, is alone in its
         * pipeline.
         *
         * @param config sets its attributes
         * @return this builder
         */
        Builder<T> rateLimiter(Consumer<RateLimiterConfig.Builder> config);

        /**
         * Puts a layer around the limiters; a second one goes inside the first. The place of a
         * retry and of a circuit breaker: each attempt takes permits of its own, a call that the
         * breaker rejects takes none, and both see a {@link RateLimitExceededException} like any
         * other. A wait for a permit is inside the layer.
         *
         * @param layer the layer
         * @return this builder
         */
        Builder<T> outside(Layer<T> layer);

        /**
         * Puts a layer between the limiters and the call; a second one goes inside the first. The
         * place of a timeout and of a bulkhead: neither sees a call before it has its permits, nor
         * one that is rejected. A call that this layer rejects has used up its permits.
         *
         * @param layer the layer
         * @return this builder
         */
        Builder<T> inside(Layer<T> layer);

        /**
         * The pipeline; makes its limiters.
         *
         * @return a new pipeline
         * @throws ResilienceException R4C-REG-001 if there is no limiter, or if one of several has
         *     the scope {@code CLUSTER}; R4C-REG-001 or -003 if a value is invalid, R4C-REG-008 if
         *     an id is in use with another configuration, R4C-REG-010 if the registry was closed,
         *     R4C-REG-014 if a limit is to be shared and there is no store
         */
        Pipeline<T> build();
    }
}
