// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.lang.ref.WeakReference;
import java.nio.CharBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** S31, S32: one limiter, a state for each key. */
class KeysTest {

    private final ManualClock clock = new ManualClock();
    private final List<RateLimiterRejected> rejected = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().clock(clock).listener(rejected::add).build();

    private RateLimiterPolicy policy(Consumer<RateLimiterConfig.Builder> attributes) {
        return registry.rateLimiterPolicy("search", "", "", attributes);
    }

    private RateLimiterHandle handle() {
        return registry.rateLimiter("search");
    }

    @Test
    void callsWithoutAKeyShareAStateOfTheirOwn() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        assertThat(policy.ofKey(null).tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(policy.ofKey("").tryAcquire()).as("a blank key is a key").isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
    }

    @Test
    void aHandleOfAKeySeesItsPermitsAndMakesNoState() {
        RateLimiterPolicy policy = policy(b -> b.permits(2));
        RateLimiterHandle ann = handle().forKey("ann");
        assertThat(ann.availablePermits()).isEqualTo(2);
        assertThat(ann.timeToNextPermit()).isZero();
        assertThat(handle().snapshot().keys()).isZero();
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        assertThat(ann.availablePermits()).isEqualTo(1);
        assertThat(ann.snapshot().keys()).isEqualTo(1);
        assertThat(ann.tryAcquire()).isTrue();
        assertThat(ann.timeToNextPermit()).isEqualTo(Duration.ofMillis(500));
        assertThat(ann.forKey("bob").availablePermits()).isEqualTo(2);
        assertThat(handle().availablePermits()).isEqualTo(2);
        assertThat(ann.instanceId()).isEqualTo("search");
    }

    @Test
    void theExceptionOfAKeyTellsWhenThatKeyMayCallAgain() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(Duration.ofSeconds(10)));
        policy.ofKey("ann").acquire();
        clock.advance(Duration.ofSeconds(3));
        policy.ofKey("bob").acquire();
        assertThatThrownBy(() -> policy.ofKey("ann").acquire())
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        e -> {
                            assertThat(e.timeToNextPermit()).isEqualTo(Duration.ofSeconds(7));
                            assertThat(e.instanceId()).isEqualTo("search");
                            assertThat(e).isSameAs(policy.ofKey("ann").rejection());
                        });
        assertThat(policy.ofKey("bob").rejection().timeToNextPermit())
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.rejection().timeToNextPermit()).isZero();
        assertThat(rejected)
                .containsExactly(new RateLimiterRejected("search", Duration.ofSeconds(7)));
    }

    @Test // C44: nothing is granted by dropping, and who is there keeps what it has used up
    void aFullHouseSharesOneState() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).maxKeys(2));
        assertThat(policy.ofKey("hot").tryAcquire()).isTrue();
        assertThat(policy.ofKey("warm").tryAcquire()).isTrue();
        assertThat(policy.ofKey("new").tryAcquire()).isTrue();
        assertThat(policy.ofKey("newer").tryAcquire()).as("shares with new").isFalse();
        assertThat(policy.ofKey("newer").rejection().timeToNextPermit())
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.ofKey("hot").tryAcquire()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(policy.ofKey("newer").tryAcquire()).isTrue();
        assertThat(policy.ofKey("newest").tryAcquire()).as("both were full").isTrue();
        assertThat(handle().snapshot().keys()).isEqualTo(2);
    }

    @Test
    void aPolicyOfAKeyThatWasDroppedFindsTheNewState() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).maxKeys(1));
        RateLimiterPolicy early = policy.ofKey("ann"); // has not asked yet, so it is full
        assertThat(policy.ofKey("bob").tryAcquire()).isTrue();
        assertThat(early.tryAcquire()).as("shares").isTrue();
        assertThat(policy.ofKey("carl").tryAcquire()).as("shares with ann").isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(early.tryAcquire()).isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
        assertThat(early.rejection().timeToNextPermit()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void waitingCallsOfAKeyKeepItsState() {
        RateLimiterPolicy policy =
                policy(b -> b.permits(1).maxWait(Duration.ofSeconds(5)).maxKeys(1));
        CompletionStage<String> first = policy.ofKey("ann").callAsync(() -> done("first"));
        CompletableFuture<String> second =
                policy.ofKey("ann").callAsync(() -> done("second")).toCompletableFuture();
        CompletableFuture<String> other =
                policy.ofKey("bob").callAsync(() -> done("other")).toCompletableFuture();
        assertThat(first).isCompletedWithValue("first");
        assertThat(other).isCompletedWithValue("other");
        assertThat(second).isNotDone();
        clock.advance(Duration.ofSeconds(1));
        assertThat(second).isCompletedWithValue("second");
    }

    private static CompletionStage<String> done(String value) {
        return CompletableFuture.completedFuture(value);
    }

    @Test
    void reconfigureChangesTheLimiterForAllKeys() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).period(Duration.ofSeconds(10)));
        policy.ofKey("ann").acquire();
        handle().forKey("bob").reconfigure(b -> b.period(Duration.ofSeconds(1)));
        assertThat(handle().forKey("ann").timeToNextPermit()).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.ofKey("bob").tryAcquire()).isTrue();
        assertThat(handle().forKey("bob").timeToNextPermit()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aDisabledLimiterKeepsNoKeys() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).enabled(false));
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isTrue();
        assertThat(handle().snapshot().keys()).isZero();
    }

    @Test
    void afterTheEndThereIsNoNewStateEither() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        policy.ofKey("ann").acquire();
        RateLimitExceededException rejection = policy.ofKey("ann").rejection();
        registry.close();
        for (String key : List.of("ann", "bob")) {
            assertThatThrownBy(() -> policy.ofKey(key).tryAcquire())
                    .isInstanceOf(ResilienceException.class)
                    .hasMessageContaining("R4C-REG-010");
        }
        assertThat(rejection.timeToNextPermit()).isZero();
    }

    @Test
    void textCountsByItsContentHoweverLong() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        String huge = "x".repeat(1_000_000);
        assertThat(policy.ofKey(huge).tryAcquire()).isTrue();
        assertThat(policy.ofKey(CharBuffer.wrap(huge)).tryAcquire()).isFalse();
        assertThat(policy.ofKey(huge + "y").tryAcquire()).isTrue();
        assertThat(policy.ofKey(CharBuffer.wrap("ann")).tryAcquire()).isTrue();
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
    }

    @Test
    void arraysCountByTheirContentAndMayChange() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        byte[] key = {1, 2, 3};
        assertThat(policy.ofKey(key).tryAcquire()).isTrue();
        assertThat(policy.ofKey(key.clone()).tryAcquire()).isFalse();
        key[0] = 9;
        assertThat(policy.ofKey(key).tryAcquire()).isTrue();
        assertThat(policy.ofKey("[[9, 2, 3]]").tryAcquire()).as("another type").isTrue();
    }

    @Test
    void severalKeysAreNotTakenForOthers() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        assertThat(policy.ofKeys("a", "b").tryAcquire()).isTrue();
        assertThat(policy.ofKeys("a", "b").tryAcquire()).isFalse();
        assertThat(policy.ofKeys("a, b").tryAcquire()).isTrue();
        assertThat(policy.ofKeys("a", "b", null).tryAcquire()).isTrue();
        assertThat(policy.ofKeys("1", 1).tryAcquire()).isTrue();
        assertThat(policy.ofKeys(1, "1").tryAcquire()).isTrue();
        assertThat(policy.ofKey(List.of("a", "b")).tryAcquire()).isTrue();
        assertThat(policy.ofKeys(null, null).tryAcquire()).as("no key").isTrue();
        assertThat(policy.tryAcquire()).isFalse();
    }

    @Test // their states are dropped like any other, although nothing finds them any more
    void keysThatChangeLeaveNothingBehind() {
        RateLimiterPolicy policy = policy(b -> b.permits(1).maxKeys(2));
        List<WeakReference<?>> changed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<String> key = new ArrayList<>(List.of("ann"));
            changed.add(new WeakReference<>(key));
            assertThat(policy.ofKey(key).tryAcquire()).isTrue();
            key.add("changed");
            assertThat(policy.ofKey("bob").tryAcquire()).isTrue();
            assertThat(policy.ofKey("bob").tryAcquire()).as("has its own state").isFalse();
            assertThat(handle().snapshot().keys()).isLessThanOrEqualTo(2);
            clock.advance(Duration.ofSeconds(1));
        }
        Until.until(
                () -> {
                    System.gc();
                    return changed.stream().filter(key -> key.get() != null).count() <= 4;
                });
    }

    @Test
    void whatAKeyThrowsTheCallThrows() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        Object bad =
                new Object() {
                    @Override
                    public int hashCode() {
                        throw new UnsupportedOperationException("no hash");
                    }
                };
        assertThatThrownBy(() -> policy.ofKey(bad).tryAcquire())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(policy.ofKey("ann").tryAcquire()).as("nobody else suffers").isTrue();
    }

    @Test // S32
    void noTextShowsAKey() {
        RateLimiterPolicy policy = policy(b -> b.permits(1));
        policy.ofKey("secret").acquire();
        RateLimitExceededException rejection = policy.ofKey("secret").rejection();
        assertThat(
                        List.of(
                                rejection.toString(),
                                policy.ofKey("secret").toString(),
                                handle().forKey("secret").toString(),
                                registry.snapshot().toString()))
                .noneMatch(text -> text.contains("secret"));
    }

    @Test
    void aPipelineTakesAPermitOfTheKeyInEachLimiter() {
        Pipeline<String> pipeline =
                Pipeline.builder(registry, "search", String.class)
                        .rateLimiter(b -> b.permits(2))
                        .rateLimiter(b -> b.permits(3).period(Duration.ofHours(1)))
                        .build();
        for (String key : List.of("ann", "bob")) {
            assertThat(pipeline.execute(key, () -> "found")).isEqualTo("found");
            assertThat(pipeline.execute(key, () -> "found")).isEqualTo("found");
            assertThatThrownBy(() -> pipeline.execute(key, () -> "found"))
                    .isInstanceOf(RateLimitExceededException.class);
        }
        clock.advance(Duration.ofSeconds(1));
        assertThat(pipeline.executeAsync("ann", () -> done("found"))).isCompletedWithValue("found");
        assertThat(pipeline.executeAsync("ann", () -> done("found"))).isCompletedExceptionally();
        assertThat(registry.rateLimiter("search/2").forKey("bob").availablePermits()).isEqualTo(1);
        assertThat(registry.rateLimiter("search").availablePermits()).isEqualTo(2);
    }

    @Test
    void aJointPolicyOfDroppedKeysFindsTheNewStates() {
        RateLimiterPolicy left = policy(b -> b.permits(1).maxKeys(1));
        RateLimiterPolicy right =
                registry.rateLimiterPolicy("other", "", "", b -> b.permits(1).maxKeys(1));
        RateLimiterPolicy ann = left.and(right).ofKey("ann");
        assertThat(left.and(right).ofKey("bob").tryAcquire()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(ann.tryAcquire()).isTrue();
        assertThat(ann.tryAcquire()).isFalse();
        assertThat(left.ofKey("ann").tryAcquire()).isFalse();
        assertThat(right.ofKey("ann").tryAcquire()).isFalse();
    }
}
