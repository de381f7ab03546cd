// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.StoreFailure;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.generated.RateLimiterPolicy;
import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Take;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Keys of a limiter that instances share. */
class ClusterKeysTest {

    private final ManualClock clock = new ManualClock();
    private final FakeStore store = new FakeStore(clock);
    private final ResilienceRegistry registry = store.registry();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return policy(registry, attributes);
    }

    private static RateLimiterPolicy policy(
            ResilienceRegistry registry, Consumer<RateLimiterConfig.Builder> attributes) {
        return registry.rateLimiterPolicy(
                "limiter", "", "", attributes.andThen(b -> b.scope(Scope.CLUSTER)));
    }

    private RateLimiterHandle handle() {
        return registry.rateLimiter("limiter");
    }

    @Test // S31
    void aKeyHasOneLimitInAllInstances() {
        RateLimiterPolicy here = policy(b -> b.permits(2).period(ofHours(1)));
        RateLimiterPolicy there = policy(store.registry(), b -> b.permits(2).period(ofHours(1)));
        assertThat(here.ofKey("ann").tryAcquire()).isTrue();
        assertThat(there.ofKey("ann").tryAcquire()).isTrue();
        assertThat(here.ofKey("ann").tryAcquire()).isFalse();
        assertThat(there.ofKey("ann").tryAcquire()).isFalse();
        assertThat(there.ofKey("bob").tryAcquire()).isTrue();
        assertThat(here.tryAcquire()).as("without a key").isTrue();
        assertThat(store.takes)
                .extracting(Take::key)
                .contains("limiter", SharedKey.of("limiter", "ann"))
                .noneMatch(key -> key.contains("ann"));
        assertThatThrownBy(() -> here.ofKey("ann").acquire())
                .isInstanceOf(RateLimitExceededException.class)
                .hasMessage("Rate limit exceeded: limiter");
    }

    @Test
    void aHandleShowsItsKey() {
        RateLimiterPolicy policy = policy(b -> b.permits(2).period(ofSeconds(2)));
        RateLimiterHandle ann = handle().forKey("ann");
        assertThat(ann.availablePermits()).isEqualTo(2);
        assertThat(handle().snapshot().keys()).as("to look makes no state").isZero();
        assertThat(ann.tryAcquire()).isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        assertThat(ann.availablePermits()).isZero();
        assertThat(ann.timeToNextPermit()).isEqualTo(ofSeconds(1));
        assertThat(handle().availablePermits()).isEqualTo(2);
        assertThat(ann.snapshot().keys()).isEqualTo(1);
        ann.reconfigure(b -> b.burst(3));
        assertThat(ann.tryAcquire()).isTrue();
        assertThat(ann.tryAcquire()).isFalse();
    }

    @Test
    void remembersAsManyAsMaxKeysAndNobodyGetsAPermitByIt() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofHours(1)).maxKeys(3));
        for (int round = 0; round < 3; round++) {
            for (int key = 0; key < 100; key++) {
                assertThat(policy.ofKey(key).tryAcquire()).as("%s", key).isEqualTo(round == 0);
            }
        }
        assertThat(handle().snapshot().keys()).isEqualTo(3);
        assertThat(store.granted()).isEqualTo(100);
    }

    @Test
    void keepsAKeyThatIsInUseWhileOthersComeAndGo() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofHours(1)).maxKeys(3));
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        for (int key = 0; key < 100; key++) {
            assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
            assertThat(policy.ofKey(key).tryAcquire()).isTrue();
        }
        assertThat(store.takes)
                .as("its refusal was remembered")
                .filteredOn(take -> take.key().equals(SharedKey.of("limiter", "ann")))
                .hasSize(2);
    }

    @Test // what pauses would forget that if it were dropped
    void keepsAKeyThatPauses() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(ofHours(1)).maxKeys(3));
        handle().forKey("ann").drain(ofHours(1));
        for (int key = 0; key < 100; key++) {
            assertThat(policy.ofKey(key).tryAcquire()).isTrue();
        }
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
    }

    @Test // what it holds would be given back if it were dropped
    void keepsAKeyThatHoldsPermits() {
        RateLimiterPolicy policy =
                policy(
                        b ->
                                b.permits(100)
                                        .period(ofHours(1))
                                        .maxKeys(3)
                                        .leases(true)
                                        .onStoreFailure(StoreFailure.CLOSED));
        passing(policy, "ann", 20);
        for (int key = 0; key < 100; key++) {
            assertThat(policy.ofKey(key).tryAcquire()).isTrue();
        }
        assertThat(store.returns).isEmpty();
        store.fail();
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
    }

    @Test // otherwise it would be held twice: by who still has the old one, and by the new one
    void aKeyThatIsDroppedAllTheSameGivesBackWhatItHolds() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(100).period(ofHours(1)).maxKeys(3).leases(true));
        passing(policy, "ann", 20);
        passing(policy, "ben", 20);
        passing(policy, "cat", 20);
        assertThat(policy.ofKey("dan").tryAcquire()).isTrue();
        assertThat(store.returns).isNotEmpty();
        assertThat(store.returns)
                .extracting(GiveBack::key)
                .containsOnly(store.returns.get(0).key());
        assertThat(store.freedNanos())
                .isEqualTo(store.returns.stream().mapToLong(GiveBack::costNanos).sum());
    }

    @Test // who still has the old one can go on calling, but it must not hold what the new one may
    void aKeyThatWasDroppedTakesNothingInAdvance() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(100).period(ofHours(1)).maxKeys(1).leases(true));
        RateLimiterPolicy ann = policy.ofKey("ann");
        assertThat(ann.tryAcquire()).isTrue();
        store.hold();
        CompletableFuture<String> call =
                (CompletableFuture<String>)
                        ann.callAsync(() -> CompletableFuture.completedFuture(""));
        policy.ofKey("ben"); // drops it, with a lease on its way
        assertThat(store.takes.get(store.takes.size() - 1).maxUnits()).isGreaterThan(1);
        store.answerAll();
        clock.advance(ZERO);
        assertThat(call).isDone();
        assertThat(store.returns).isNotEmpty();
        store.answerAtOnce();
        for (int i = 0; i < 10; i++) {
            assertThat(ann.tryAcquire()).isTrue();
            assertThat(store.takes.get(store.takes.size() - 1).maxUnits()).isEqualTo(1);
        }
        assertThat(clock.pendingTasks()).isZero();
    }

    private static void passing(RateLimiterPolicy policy, String key, int calls) {
        for (int i = 0; i < calls; i++) {
            assertThat(policy.ofKey(key).tryAcquire()).isTrue();
        }
    }

    @Test // a list that is changed after it was a key is not found again, nor kept for ever
    void aKeyThatChangesIsNotKept() {
        RateLimiterPolicy policy = policy(b -> b.maxKeys(2));
        for (int i = 0; i < 50; i++) {
            List<Object> key = new ArrayList<>(List.of("a", i));
            assertThat(policy.ofKey(key).tryAcquire()).isTrue();
            key.add("b");
        }
        assertThat(handle().snapshot().keys()).isEqualTo(2);
    }

    @Test
    void aKeyThatInstancesCannotShareIsRefused() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        Object key = new Object();
        assertThatThrownBy(() -> policy.ofKey(key))
                .isInstanceOf(ResilienceException.class)
                .hasMessageStartingWith("R4C-REG-016");
        assertThatThrownBy(() -> handle().forKey(key).tryAcquire())
                .hasMessageStartingWith("R4C-REG-016");
        assertThat(handle().snapshot().keys()).isZero();
    }

    @Test // S21
    void closingClosesThemToo() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        RateLimiterPolicy ann = policy.ofKey("ann");
        assertThat(ann.tryAcquire()).isTrue();
        registry.close();
        assertThatThrownBy(ann::tryAcquire).hasMessageStartingWith("R4C-REG-010");
        assertThatThrownBy(() -> policy.ofKey("bob").tryAcquire())
                .hasMessageStartingWith("R4C-REG-010");
    }
}
