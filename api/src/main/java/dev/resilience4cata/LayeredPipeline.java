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

    /** The outermost first. */
    private final List<Layer<T>> layers;

    /** The place of the limiters: before this one of {@link #layers}. */
    private final int limiters;

    private final RateLimiterPolicy policy;

    LayeredPipeline(
            String instanceId,
            List<Layer<T>> outside,
            RateLimiterPolicy policy,
            List<Layer<T>> inside) {
        this.instanceId = instanceId;
        this.policy = policy;
        List<Layer<T>> all = new ArrayList<>(outside);
        all.addAll(inside);
        layers = List.copyOf(all);
        limiters = outside.size();
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
        for (int i = layers.size(); i >= 0; i--) {
            if (i < layers.size()) {
                Layer.Sync<T> layer = layers.get(i).sync;
                if (layer == null) {
                    throw oneSided("execute", i, "asynchronous");
                }
                Callable<T> inner = whole;
                whole = () -> layer.call(inner);
            }
            if (i == limiters) {
                Callable<T> inner = whole;
                whole =
                        () -> {
                            policy.ofKey(key).acquire();
                            return inner.call();
                        };
            }
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
        for (int i = layers.size(); i >= 0; i--) {
            if (i < layers.size()) {
                Layer.Async<T> layer = layers.get(i).async;
                if (layer == null) {
                    return CompletableFuture.failedFuture(
                            oneSided("executeAsync", i, "synchronous"));
                }
                Supplier<CompletionStage<T>> inner = whole;
                whole = () -> stage(() -> layer.call(inner));
            }
            if (i == limiters) {
                Supplier<CompletionStage<T>> inner = whole;
                whole = () -> stage(() -> policy.ofKey(key).callAsync(inner::get));
            }
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
