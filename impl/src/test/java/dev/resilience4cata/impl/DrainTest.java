// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterRejected;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** S1, S4, S23: a limiter that was drained, as a user sees it. */
class DrainTest {

    private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 1_000_000_000);
    private final List<RateLimiterRejected> rejected = new ArrayList<>();
    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().clock(clock).listener(rejected::add).build();

    private RateLimiterHandle limiter(Consumer<RateLimiterConfig.Builder> attributes) {
        return Limiters.in(registry, attributes);
    }

    private RateLimiterHandle tenPerSecond() {
        return limiter(b -> b.permits(10).period(ofSeconds(1)));
    }

    @Test
    void noCallPassesForTheTimeThenOneDoesThenOthersAtTheUsualRate() {
        RateLimiterHandle limiter = tenPerSecond();
        limiter.drain(ofSeconds(30));
        assertThat(limiter.availablePermits()).isZero();
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(30));
        clock.advance(ofSeconds(30).minusNanos(1));
        assertThat(Limiters.drain(limiter)).isZero();
        clock.advance(ofNanos(1));
        assertThat(limiter.availablePermits()).isEqualTo(1);
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        clock.advance(ofMillis(100).minusNanos(1));
        assertThat(Limiters.drain(limiter)).isZero();
        clock.advance(ofNanos(1));
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        clock.advance(ofSeconds(1));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
    }

    @Test
    void noTimeAtAllLeavesOnePermit() {
        RateLimiterHandle limiter = tenPerSecond();
        limiter.drain(Duration.ZERO);
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        limiter.drain(Duration.ZERO);
        assertThat(limiter.timeToNextPermit()).as("not sooner").isEqualTo(ofMillis(100));
    }

    @Test
    void aTimeIsNeverMadeShorter() {
        RateLimiterHandle limiter = tenPerSecond();
        limiter.drain(ofSeconds(30));
        limiter.drain(ofSeconds(20));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(30));
        limiter.drain(ofSeconds(40));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(40));
        clock.advance(ofSeconds(40));
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        limiter.drain(ofSeconds(30));
        limiter.drain(ofSeconds(20));
        limiter.reconfigure(change -> change.period(ofHours(10)));
        assertThat(limiter.timeToNextPermit()).as("still a time").isEqualTo(ofSeconds(30));
        clock.advance(ofSeconds(30));
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        limiter.drain(ofMinutes(59));
        assertThat(limiter.timeToNextPermit()).as("used up").isEqualTo(ofHours(1));
    }

    @Test // the pause is a time; what is used up beyond it is counted in permits
    void aPauseStaysAsLongWhenTheLimiterIsChanged() {
        RateLimiterHandle limiter = tenPerSecond();
        limiter.drain(ofSeconds(30));
        clock.advance(ofSeconds(10));
        limiter.reconfigure(change -> change.period(ofHours(1)));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(20));
        limiter.reconfigure(change -> change.burst(25));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(20));
        limiter.reconfigure(change -> change.burst(1).enabled(false));
        limiter.reconfigure(change -> change.burst(25).enabled(true));
        clock.advance(ofSeconds(20).minusNanos(1));
        assertThat(Limiters.drain(limiter)).isZero();
        clock.advance(ofNanos(1));
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofMinutes(6));
    }

    @Test
    void whatRemainsAfterAPauseIsCarriedOverInPermits() {
        RateLimiterHandle limiter = tenPerSecond();
        limiter.drain(ofSeconds(30));
        clock.advance(ofSeconds(30).plusMillis(250));
        limiter.reconfigure(change -> change.period(ofHours(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(3);
        assertThat(limiter.timeToNextPermit()).as("half of one is there").isEqualTo(ofMinutes(3));
    }

    @Test
    void aCallThatMayWaitSoLongWaitsForTheEnd() {
        RateLimiterHandle limiter = limiter(b -> b.permits(2).maxWait(ofSeconds(60)));
        long before = clock.nanoTime();
        limiter.drain(ofSeconds(60));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(clock.nanoTime() - before).isEqualTo(ofSeconds(60).toNanos());
        limiter.drain(ofSeconds(60).plusNanos(1));
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test // S23, S17
    void callsThatWaitKeepTheirTimeAndWhatTheyGiveBackComesNoSooner() {
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy(
                        "limiter", "", "", b -> b.permits(1).maxWait(ofHours(1)));
        policy.acquire();
        CompletableFuture<String> first = waiting(policy, "first");
        CompletableFuture<String> second = waiting(policy, "second");
        CompletableFuture<String> third = waiting(policy, "third");
        RateLimiterHandle limiter = registry.rateLimiter("limiter");
        limiter.drain(ofSeconds(30));
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(30));
        clock.advance(ofSeconds(1));
        assertThat(first).isCompletedWithValue("first");
        second.cancel(false);
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(29));
        clock.advance(ofSeconds(2));
        assertThat(third).isCompletedWithValue("third");
        assertThat(limiter.timeToNextPermit()).isEqualTo(ofSeconds(27));
    }

    private static CompletableFuture<String> waiting(RateLimiterPolicy policy, String value) {
        CompletableFuture<String> call =
                policy.callAsync(() -> CompletableFuture.completedFuture(value))
                        .toCompletableFuture();
        assertThat(call).isNotDone();
        return call;
    }

    @Test // C42
    void aCallThatNeedsAnotherLimiterTooWaitsForTheLater() {
        RateLimiterPolicy drained =
                registry.rateLimiterPolicy("limiter", "", "", b -> b.maxWait(ofHours(1)));
        RateLimiterPolicy other =
                registry.rateLimiterPolicy("other", "", "", b -> b.maxWait(ofHours(1)));
        RateLimiterPolicy both = drained.and(other);
        registry.rateLimiter("limiter").drain(ofSeconds(30));
        CompletableFuture<String> call = waiting(both, "both");
        clock.advance(ofSeconds(30).minusNanos(1));
        assertThat(call).isNotDone();
        clock.advance(ofNanos(1));
        assertThat(call).isCompletedWithValue("both");
        assertThat(registry.rateLimiter("other").availablePermits()).isEqualTo(99);
    }

    @Test // S31
    void ofAKeyItIsForThatKeyAlone() {
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy("limiter", "", "", b -> b.permits(1).maxKeys(2));
        RateLimiterHandle limiter = registry.rateLimiter("limiter");
        limiter.forKey("ann").drain(ofSeconds(30));
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
        assertThat(limiter.forKey("ann").timeToNextPermit()).isEqualTo(ofSeconds(30));
        assertThat(policy.ofKey("bob").tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isTrue();
        clock.advance(ofSeconds(10));
        assertThat(policy.ofKey("carl").tryAcquire()).as("takes the place of bob").isTrue();
        limiter.drain(ofSeconds(5));
        assertThat(policy.tryAcquire()).isFalse();
        assertThat(policy.ofKey("ann").tryAcquire()).as("was not dropped").isFalse();
        limiter.reconfigure(change -> change.period(ofHours(1)));
        assertThat(limiter.forKey("ann").timeToNextPermit()).isEqualTo(ofSeconds(20));
    }

    @Test // S31: a policy that was made earlier asks the state that took the place of its own
    void ofAKeyThatWasDroppedItIsForTheNewState() {
        RateLimiterPolicy policy =
                registry.rateLimiterPolicy("limiter", "", "", b -> b.permits(1).maxKeys(1));
        KeyLimiter dropped = (KeyLimiter) policy.ofKey("ann");
        assertThat(policy.ofKey("bob").tryAcquire()).isTrue();
        assertThat(dropped.gcra.isRetired()).isTrue();
        clock.advance(ofSeconds(1));
        dropped.drain(ofSeconds(30).toNanos());
        assertThat(policy.ofKey("ann").tryAcquire()).isFalse();
        assertThat(policy.tryAcquire()).isTrue();
    }

    @Test
    void inShadowModeCallsPassAndAreTold() {
        RateLimiterHandle limiter = limiter(b -> b.permits(1).shadow(true));
        limiter.drain(ofSeconds(30));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(rejected)
                .containsExactly(new RateLimiterRejected("limiter", ofSeconds(30), true));
    }

    @Test // S9
    void aDisabledLimiterStaysAsItIs() {
        RateLimiterHandle limiter = limiter(b -> b.permits(3).enabled(false));
        limiter.drain(ofSeconds(30));
        limiter.forKey("ann").drain(ofSeconds(30));
        assertThat(limiter.tryAcquire()).isTrue();
        limiter.reconfigure(change -> change.enabled(true));
        assertThat(limiter.availablePermits()).isEqualTo(3);
        assertThat(limiter.forKey("ann").availablePermits()).isEqualTo(3);
    }

    @Test
    void aNegativeTimeIsRefused() {
        RateLimiterHandle limiter = tenPerSecond();
        for (RateLimiterHandle each : List.of(limiter, limiter.forKey("ann"))) {
            assertThatThrownBy(() -> each.drain(ofNanos(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("A limiter is drained for zero or more, not PT-0.000000001S");
            assertThat(each.availablePermits()).isEqualTo(10);
        }
    }

    @Test // S5, S7
    void aTimeThatIsTooLongIsCut() {
        for (int permits : new int[] {1, 7, 999_999, Integer.MAX_VALUE}) {
            RateLimiterHandle limiter =
                    registry.rateLimiter(
                            registry.rateLimiterPolicy(
                                            "of" + permits,
                                            "",
                                            "",
                                            b -> b.permits(permits).period(ofSeconds(5)))
                                    .rejection()
                                    .instanceId());
            limiter.drain(Limits.FOR_EVER);
            Duration longest = Duration.ofDays(18 * 365).dividedBy(permits);
            assertThat(limiter.timeToNextPermit()).isGreaterThanOrEqualTo(longest);
            clock.advance(longest);
            assertThat(limiter.tryAcquire()).isFalse();
            limiter.drain(Limits.FOR_EVER);
            assertThat(limiter.timeToNextPermit()).isGreaterThanOrEqualTo(longest);
        }
    }

    @Test
    void aPauseIsCutToWhatTheUnitsOfTheNewValuesReach() {
        RateLimiterHandle limiter = limiter(b -> b.permits(1).period(ofSeconds(1)).burst(1));
        limiter.drain(Duration.ofDays(3650));
        limiter.reconfigure(change -> change.permits(999_999));
        Duration longest = Duration.ofDays(18 * 365).dividedBy(999_999);
        assertThat(limiter.timeToNextPermit()).isGreaterThanOrEqualTo(longest);
        clock.advance(longest);
        assertThat(limiter.tryAcquire()).isFalse();
    }

    @Test // S21
    void afterTheEndItIsRefused() {
        RateLimiterHandle limiter = tenPerSecond();
        RateLimiterHandle ann = limiter.forKey("ann");
        registry.close();
        for (RateLimiterHandle each : List.of(limiter, ann)) {
            assertThatThrownBy(() -> each.drain(ofSeconds(1)))
                    .isInstanceOf(ResilienceException.class)
                    .hasMessageStartingWith("R4C-REG-010");
        }
    }
}
