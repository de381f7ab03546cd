// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.generated.RateLimiterPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pipeline without layers, over the one policy that stands for all its limiters. */
final class PolicyPipeline<T> implements Pipeline<T> {

    private final RateLimiterPolicy policy;

    private PolicyPipeline(RateLimiterPolicy policy) {
        this.policy = policy;
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
    public <E extends Exception> T execute(
            @Nullable Object key, ThrowingSupplier<? extends T, E> call) throws E {
        requireNonNull(call, "call");
        policy.ofKey(key).acquire();
        return call.get();
    }

    @Override
    public CompletionStage<T> executeAsync(
            @Nullable Object key, Supplier<? extends CompletionStage<T>> call) {
        requireNonNull(call, "call");
        try {
            return policy.ofKey(key).callAsync(call::get);
        } catch (Throwable e) { // R4C-REG-010, or of the key
            return CompletableFuture.failedFuture(e);
        }
    }

    static final class Builder<T> implements Pipeline.Builder<T> {

        private final ResilienceRegistry registry;
        private final String instanceId;
        private final List<Layer<T>> outside = new ArrayList<>();
        private final List<Consumer<RateLimiterConfig.Builder>> limiters = new ArrayList<>();
        private final List<Layer<T>> inside = new ArrayList<>();

        Builder(ResilienceRegistry registry, String instanceId) {
            this.registry = registry;
            this.instanceId = instanceId;
        }

        @Override
        public Pipeline.Builder<T> outside(Layer<T> layer) {
            outside.add(requireNonNull(layer, "layer"));
            return this;
        }

        @Override
        public Pipeline.Builder<T> inside(Layer<T> layer) {
            inside.add(requireNonNull(layer, "layer"));
            return this;
        }

        @Override
        public Pipeline.Builder<T> rateLimiter(Consumer<RateLimiterConfig.Builder> config) {
            limiters.add(requireNonNull(config, "config"));
            return this;
        }

        @Override
        public Pipeline<T> build() {
            RateLimiterPolicy all = null;
            int number = 0;
            for (Consumer<RateLimiterConfig.Builder> limiter : limiters) {
                number++;
                String id = number == 1 ? instanceId : instanceId + "/" + number;
                RateLimiterPolicy policy = registry.rateLimiterPolicy(id, "", "", limiter);
                all = all == null ? policy : all.and(policy);
            }
            if (all == null) {
                throw new ResilienceException(
                        ErrorCode.CONFIG_INVALID,
                        "pipeline \""
                                + instanceId
                                + "\": it has no limiter. Call rateLimiter(...) before build().");
            }
            return outside.isEmpty() && inside.isEmpty()
                    ? new PolicyPipeline<>(all)
                    : new LayeredPipeline<>(instanceId, outside, all, inside);
        }
    }
}
