// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.cluster.testkit.StoreContract;
import dev.resilience4cata.spi.ClusterStore;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.partitionhandling.PartitionHandling;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on two members of a cluster, each with a cache manager, in this JVM. */
class TwoNodesTest extends StoreContract {

    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final List<DefaultCacheManager> MANAGERS = new ArrayList<>();
    private static final List<Cache<String, Long>> CACHES = new ArrayList<>();

    private ClusterStore store;

    @BeforeAll
    static void startNodes() throws Exception {
        List<Integer> ports = LoopbackNode.freePorts(2);
        for (int port : ports) {
            DefaultCacheManager manager = LoopbackNode.manager("two-nodes", port, ports);
            MANAGERS.add(manager);
            CACHES.add(LoopbackNode.cache(manager, PartitionHandling.ALLOW_READ_WRITES));
        }
        assertThat(MANAGERS.get(0).getMembers()).hasSize(2);
    }

    @AfterAll
    static void stopNodes() {
        MANAGERS.forEach(DefaultCacheManager::stop);
    }

    private static InfinispanStore on(Cache<String, Long> cache) {
        return InfinispanStore.builder(cache)
                .timeout(Duration.ofSeconds(20))
                .skew(Duration.ZERO)
                .open();
    }

    @BeforeEach
    void open() {
        store = on(CACHES.get(0));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    protected ClusterStore store() {
        return store;
    }

    @Override
    protected ClusterStore another() {
        return on(CACHES.get(1));
    }

    @ParameterizedTest
    @CsvSource({
        "DIST_SYNC, 1, false",
        "DIST_SYNC, 2, true",
        "DIST_SYNC, 3, true",
        "REPL_SYNC, 1, true",
    })
    void tellsWhetherOneCrashLosesNothing(CacheMode mode, int owners, boolean survives) {
        Cache<String, Long> cache = started("%s-%d".formatted(mode, owners), mode, owners);
        ClusterStore store = on(cache);
        assertThat(store.traits().ackedSurvivesOneCrash()).isEqualTo(survives);
        store.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"DIST_ASYNC", "REPL_ASYNC", "INVALIDATION_SYNC", "INVALIDATION_ASYNC"})
    void refusesACacheWhoseWritesAreNotConditionalForAll(CacheMode mode) {
        Cache<String, Long> cache = started("refused-" + mode, mode, 2);
        assertThatThrownBy(() -> InfinispanStore.on(cache))
                .isInstanceOfSatisfying(
                        ResilienceException.class,
                        e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.STORE_NOT_ATOMIC))
                .hasMessage(
                        "R4C-REG-015: cache \"refused-%s\": its mode is %s, in which a conditional write is not one for all instances. Use a synchronous cache that is distributed or replicated.",
                        mode, mode);
    }

    /**
     * While the owners of keys change, which is when the check at the start of a member runs. How
     * often it joins is set by {@code -Dcluster.joins=100}.
     */
    @Test
    void grantsAPermitOnceRightAfterAMemberHasJoined() {
        MANAGERS.forEach(
                manager ->
                        manager.defineConfiguration(
                                "joined",
                                LoopbackNode.distributed(PartitionHandling.ALLOW_READ_WRITES)
                                        .build()));
        Cache<String, Long> first = MANAGERS.get(0).getCache("joined");
        assertThat(first.getStatus().allowInvocations()).isTrue();
        int primary = 0;
        for (int join = 0; join < Integer.getInteger("cluster.joins", 5); join++) {
            Cache<String, Long> second = MANAGERS.get(1).getCache("joined");
            second.start(); // it was stopped, but for the first time
            try (ClusterStore joining = on(second)) {
                for (int each = 0; each < 100; each++) {
                    Take take = new Take(key("join " + join + ' ' + each), HOUR, 1, 1, HOUR, HOUR);
                    primary += LoopbackNode.isPrimary(second, take.key()) ? 1 : 0;
                    CompletionStage<Grant> other = joining.take(take);
                    int units =
                            units(joining.take(take)) + units(other) + units(joining.take(take));
                    assertThat(units).as(take.key()).isOne();
                }
            }
            second.stop();
        }
        assertThat(primary).isPositive();
    }

    private static int units(CompletionStage<Grant> grant) {
        return grant.toCompletableFuture().join().units();
    }

    private static Cache<String, Long> started(String name, CacheMode mode, int owners) {
        ConfigurationBuilder configuration = new ConfigurationBuilder();
        configuration.clustering().cacheMode(mode);
        if (mode.isDistributed()) {
            configuration.clustering().hash().numOwners(owners);
        }
        MANAGERS.get(0).defineConfiguration(name, configuration.build());
        return MANAGERS.get(0).getCache(name);
    }
}
