// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.ClusterStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a registry comes to its store, and what it says if something is wrong with that. */
class ClusterRegistryTest {

    private final ManualClock clock = new ManualClock();
    private final FakeStore store = new FakeStore(clock);

    private static LimiterRegistry registry(
            Map<String, String> properties, Supplier<Optional<ClusterStore>> source) {
        return new LimiterRegistry(
                new ConfigResolver(PropertySource.of(properties::get), Map.of()),
                new ManualClock(),
                List.of(),
                new StartTimer(),
                task -> task,
                source);
    }

    @Test
    void asksForTheStoreOnceAndNotBeforeALimiterNeedsIt() {
        int[] asked = {0};
        try (LimiterRegistry registry =
                registry(
                        Map.of(),
                        () -> {
                            asked[0]++;
                            return Optional.of(store);
                        })) {
            registry.rateLimiterPolicy("a", "", "", b -> {});
            assertThat(asked[0]).isZero();
            registry.rateLimiterPolicy("b", "", "", b -> b.scope(Scope.CLUSTER)).acquire();
            registry.rateLimiterPolicy("c", "", "", b -> b.scope(Scope.CLUSTER)).acquire();
            assertThat(asked[0]).isEqualTo(1);
        }
        assertThat(store.takes).hasSize(2);
        assertThat(store.isClosed()).as("whoever made it closes it").isFalse();
    }

    @Test
    void withoutAStoreALimitThatIsToBeSharedIsRefused() {
        ResilienceRegistry registry =
                ResilienceRegistry.builder()
                        .properties(Map.of("resilience4cata.rateLimiter.scope", "cluster")::get)
                        .build();
        assertThatThrownBy(() -> registry.rateLimiterPolicy("com.acme.Cart#pay()", "", "", b -> {}))
                .isInstanceOf(ResilienceException.class)
                .hasMessage(
                        "R4C-REG-014: @RateLimiter on com.acme.Cart#pay(): scope = cluster"
                                + " (resilience4cata.rateLimiter.scope in properties), but there is"
                                + " no store for limits that instances share. Add"
                                + " rate-limiter-redis or rate-limiter-infinispan with its"
                                + " properties below resilience4cata.cluster., or a bean of type"
                                + " ClusterStore; give a registry that is made in code one by"
                                + " clusterStore(...). Or set resilience4cata.instances."
                                + "com.acme.Cart#pay().rateLimiter.scope = jvm.");
        assertThat(registry.snapshot().rateLimiters()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "cluster.timeout, 0, is no time above zero",
        "cluster.timeout, soon, is no time above zero",
        "cluster.expectedInstances, 0, is no whole number of at least 1",
        "cluster.expectedInstances, two, is no whole number of at least 1"
    })
    void aPropertyThatIsInvalidIsNamed(String key, String value, String problem) {
        LimiterRegistry registry =
                registry(Map.of("resilience4cata." + key, value), () -> Optional.of(store));
        assertThatThrownBy(
                        () -> registry.rateLimiterPolicy("a", "", "", b -> b.scope(Scope.CLUSTER)))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith(
                        "R4C-REG-003: resilience4cata."
                                + key
                                + " = \""
                                + value
                                + "\" in properties "
                                + problem);
    }

    @Test // 2.8
    void propertiesSayHowLongACallWaitsForTheStore() {
        ManualClock clock = new ManualClock();
        FakeStore silent = new FakeStore(clock);
        silent.hold();
        ResilienceRegistry registry =
                ResilienceRegistry.builder()
                        .clock(clock)
                        .clusterStore(silent)
                        .properties(Map.of("resilience4cata.cluster.timeout", "20ms")::get)
                        .build();
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy("a", "", "", b -> b.scope(Scope.CLUSTER));
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(clock.nanoTime()).isEqualTo(ofMillis(20).toNanos());
    }

    @Test
    void severalLimitersAsOneAreRefusedIfOneIsShared() {
        ResilienceRegistry registry = store.registry();
        assertThatThrownBy(
                        () ->
                                Pipeline.builder(registry, "search", String.class)
                                        .rateLimiter(b -> b.permits(10))
                                        .rateLimiter(
                                                b ->
                                                        b.permits(100)
                                                                .period(ofSeconds(60))
                                                                .scope(Scope.CLUSTER))
                                        .build())
                .isInstanceOf(ResilienceException.class)
                .hasMessage(
                        "R4C-REG-001: search/2: scope = cluster in a pipeline of several limiters:"
                                + " such a call takes a permit of each or of none, which no store"
                                + " can promise for a limiter that it shares with other instances."
                                + " Give the limiter a pipeline of its own inside this one, or set"
                                + " resilience4cata.instances.search/2.rateLimiter.scope = jvm.");
        RateLimiterPolicy shared =
                registry.rateLimiterPolicy("shared", "", "", b -> b.scope(Scope.CLUSTER));
        RateLimiterPolicy own = registry.rateLimiterPolicy("own", "", "", b -> {});
        assertThatThrownBy(() -> shared.and(own)).hasMessageContaining("R4C-REG-001: shared");
        assertThatThrownBy(() -> own.and(shared.ofKey("ann")))
                .hasMessageContaining("R4C-REG-001: shared");
    }

    @Test
    void aPipelineWithOneLimiterMayShareIt() {
        Pipeline<String> pipeline =
                Pipeline.builder(store.registry(), "search", String.class)
                        .rateLimiter(b -> b.scope(Scope.CLUSTER))
                        .build();
        assertThat(pipeline.execute(() -> "result")).isEqualTo("result");
        assertThat(store.granted()).isEqualTo(1);
    }

    @Test
    void theScopeCannotBeChangedInUse() {
        ResilienceRegistry registry = store.registry();
        registry.rateLimiterPolicy("own", "", "", b -> {});
        registry.rateLimiterPolicy("shared", "", "", b -> b.scope(Scope.CLUSTER));
        RateLimiterHandle own = registry.rateLimiter("own");
        RateLimiterHandle shared = registry.rateLimiter("shared");
        assertThatThrownBy(() -> own.reconfigure(b -> b.scope(Scope.CLUSTER)))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith(
                        "R4C-REG-001: own: scope = CLUSTER while the limiter is in");
        assertThatThrownBy(() -> shared.reconfigure(b -> b.scope(Scope.JVM)))
                .hasMessageStartingWith("R4C-REG-001: shared: scope = JVM while the limiter is in");
        assertThat(own.snapshot().scope()).isEqualTo(Scope.JVM);
        assertThat(shared.tryAcquire()).isTrue();
        assertThat(store.granted()).isEqualTo(1);
    }
}
