// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.util.Objects.requireNonNull;

import dev.resilience4cata.Clock;
import dev.resilience4cata.RateLimiterAttribute;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterListener;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.spi.ClusterStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects what a registry is made of. Not safe for use by several threads. */
final class LimiterRegistryBuilder implements ResilienceRegistry.Builder {

    private final Map<String, Map<RateLimiterAttribute, Setting>> configs = new HashMap<>();
    private final List<RateLimiterListener> listeners = new ArrayList<>();
    private Clock clock = System::nanoTime;
    private PropertySource properties = key -> null;
    private Clock.@Nullable Timer timer;
    private Optional<ClusterStore> store = Optional.empty();

    @Override
    public ResilienceRegistry.Builder clock(Clock clock) {
        this.clock = requireNonNull(clock, "clock");
        return this;
    }

    @Override
    public ResilienceRegistry.Builder properties(Function<String, @Nullable String> lookup) {
        properties = PropertySource.of(requireNonNull(lookup, "lookup"));
        return this;
    }

    @Override
    public ResilienceRegistry.Builder rateLimiterConfig(
            String name, Consumer<RateLimiterConfig.Builder> config) {
        requireNonNull(name, "name");
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder();
        requireNonNull(config, "config").accept(builder);
        configs.put(name, LimiterRegistry.settings(builder, "config \"" + name + "\" in code"));
        return this;
    }

    @Override
    public ResilienceRegistry.Builder listener(RateLimiterListener listener) {
        listeners.add(requireNonNull(listener, "listener"));
        return this;
    }

    @Override
    public ResilienceRegistry.Builder scheduler(ScheduledExecutorService scheduler) {
        timer = LimiterRegistry.timer(requireNonNull(scheduler, "scheduler"));
        return this;
    }

    @Override
    public ResilienceRegistry.Builder clusterStore(ClusterStore store) {
        this.store = Optional.of(store);
        return this;
    }

    @Override
    public ResilienceRegistry build() {
        Optional<ClusterStore> known = store;
        return new LimiterRegistry(
                new ConfigResolver(properties, configs),
                clock,
                listeners,
                timer != null ? timer : new StartTimer(),
                CallerContext::withClassLoader,
                () -> known);
    }
}
