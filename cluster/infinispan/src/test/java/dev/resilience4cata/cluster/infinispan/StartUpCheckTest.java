// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ErrorCode;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.StoreException;
import dev.resilience4cata.spi.Take;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("FutureReturnValueIgnored") // what a faulty cache returns is the store's
class StartUpCheckTest {

    /** A store that lets so many calls of each key pass, and then fails or refuses. */
    private static Function<Take, CompletableFuture<Grant>> letting(int pass, boolean fails) {
        Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
        return take -> {
            int call =
                    calls.computeIfAbsent(take.key(), key -> new AtomicInteger()).incrementAndGet();
            return call > pass && fails
                    ? CompletableFuture.failedFuture(
                            new StoreException(StoreException.Reason.TIMEOUT, "slow", null))
                    : CompletableFuture.completedFuture(
                            new Grant(call > pass ? 0 : 1, 0, 0, false));
        };
    }

    @ParameterizedTest
    @CsvSource({
        "20, false, false", // as many as there are permits
        "19, false, true",
        "21, false, true",
        "50, false, true",
        "0, false, true",
        "10, true, false", // without answers nothing is known
        "20, true, false",
        "30, true, true", // but too many are too many
    })
    void wantsExactlyAsManyAsThereArePermits(int pass, boolean fails, boolean refused) {
        StartUpCheck check = new StartUpCheck("tat", letting(pass, fails));
        if (refused) {
            assertThatThrownBy(check::run)
                    .isInstanceOfSatisfying(
                            ResilienceException.class,
                            e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.STORE_NOT_ATOMIC))
                    .hasMessage(
                            "R4C-REG-015: cache \"tat\": of 50 calls at once for a new key with 20 permits it let %d pass. Limits in it would not hold. Use a cache that is distributed or replicated, synchronous and without transactions.",
                            pass);
        } else {
            assertThatCode(check::run).doesNotThrowAnyException();
        }
    }

    @Test
    void makes200CallsFor4Keys() {
        AtomicInteger calls = new AtomicInteger();
        Function<Take, CompletableFuture<Grant>> store = letting(20, false);
        StartUpCheck check =
                new StartUpCheck(
                        "tat",
                        take -> {
                            calls.incrementAndGet();
                            return store.apply(take);
                        });
        check.run();
        assertThat(calls).hasValue(200);
        assertThat(check.keys()).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void findsOutThatACacheIsNotAtomic() {
        try (DefaultCacheManager manager =
                new DefaultCacheManager(new GlobalConfigurationBuilder().build())) {
            manager.defineConfiguration("tat", new ConfigurationBuilder().build());
            Cache<String, Long> cache = manager.getCache("tat");
            Cache<String, Long> careless =
                    FaultyCache.with(
                            cache,
                            (operation, real) -> {
                                if (!operation.equals("replaceAsync")) {
                                    return real.run();
                                }
                                return CompletableFuture.completedFuture(true); // not written
                            });
            assertThatThrownBy(() -> InfinispanStore.on(careless))
                    .isInstanceOf(ResilienceException.class)
                    .hasMessageStartingWith("R4C-REG-015: cache \"tat\": of 50 calls");
            InfinispanStore.on(cache).close();
            assertThat(cache).isEmpty();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
