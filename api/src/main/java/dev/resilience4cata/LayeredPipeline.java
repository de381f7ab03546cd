// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pipeline with layers; its limiters are one of them. */
final class LayeredPipeline<T> implements Pipeline<T> {

    private final String instanceId;

    private final RateLimiterPolicy policy;

    /** Those of a call without a key, the outermost first: made once, as most calls have none. */
    private final List<Layer<T>> layers;

    /** The place of the limiters in {@link #layers}. */
    private final int limiters;

    LayeredPipeline(
            String instanceId,
            List<Layer<T>> outside,
            RateLimiterPolicy policy,
            List<Layer<T>> inside) {
        this.instanceId = instanceId;
        this.policy = policy;
        List<Layer<T>> all = new ArrayList<>(outside);
        all.add(limiters(policy));
        all.addAll(inside);
        layers = List.copyOf(all);
        limiters = outside.size();
    }

    private static <T> Layer<T> limiters(RateLimiterPolicy policy) {
        return Layer.of(
                call -> {
                    policy.acquire();
                    return call.call();
                },
                call -> policy.callAsync(call::get));
    }

    private List<Layer<T>> layers(@Nullable Object key) {
        if (key == null) {
            return layers;
        }
        List<Layer<T>> ofKey = new ArrayList<>(layers);
        ofKey.set(limiters, limiters(policy.ofKey(key)));
        return ofKey;
    }

    @Override
    public <E extends Exception> T execute(ThrowingSupplier<? extends T, E> call) throws E {
        return execute(null, call);
    }

    @Override
    public CompletionStage<T> executeAsync(Supplier<? extends CompletionStage<T>> call) {
        return executeAsync(null, call);
    }

    @Override
    @SuppressWarnings("unchecked") // what a layer throws is thrown as it is, declared or not
    public <E extends Exception> T execute(
            @Nullable Object key, ThrowingSupplier<? extends T, E> call) throws E {
        requireNonNull(call, "call");
        Callable<T> whole = call::get;
        List<Layer<T>> all = layers(key);
        for (int i = all.size() - 1; i >= 0; i--) {
            Layer.Sync<T> layer = all.get(i).sync;
            if (layer == null) {
                throw oneSided("execute", i, "asynchronous");
            }
            Callable<T> inner = whole;
            whole = () -> layer.call(inner);
        }
        try {
            return whole.call();
        } catch (Exception e) {
            throw (E) e;
        }
    }

    @Override
    public CompletionStage<T> executeAsync(
            @Nullable Object key, Supplier<? extends CompletionStage<T>> call) {
        requireNonNull(call, "call");
        Supplier<CompletionStage<T>> whole = () -> stage(call);
        List<Layer<T>> all = layers(key);
        for (int i = all.size() - 1; i >= 0; i--) {
            Layer.Async<T> layer = all.get(i).async;
            if (layer == null) {
                return CompletableFuture.failedFuture(oneSided("executeAsync", i, "synchronous"));
            }
            Supplier<CompletionStage<T>> inner = whole;
            whole = () -> stage(() -> layer.call(inner));
        }
        return whole.get();
    }

    /**
     * A stage whatever happens: what a retry of another library repeats on its own thread must not
     * throw there, or nobody would hear of it and the stage of the caller would never complete.
     */
    private static <T> CompletionStage<T> stage(Supplier<? extends CompletionStage<T>> call) {
        try {
            CompletionStage<T> stage = call.get();
            return stage != null
                    ? stage
                    : CompletableFuture.failedFuture(
                            new NullPointerException("a call or a layer returned null, no stage"));
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private ResilienceException oneSided(String method, int index, String calls) {
        boolean outside = index < limiters;
        return new ResilienceException(
                ErrorCode.LAYER_ONE_SIDED,
                String.format(
                        "pipeline \"%s\", %s: %s layer %d is for %s calls only."
                                + " Make it by Layer.of(sync, async).",
                        instanceId,
                        method,
                        outside ? "outside" : "inside",
                        outside ? index + 1 : index - limiters,
                        calls));
    }
}
