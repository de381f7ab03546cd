// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.ResilienceException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ManualClockExtension.class)
class ManualClockExtensionTest {

    private static final List<ResilienceRegistry> SEEN = new ArrayList<>();

    private ResilienceRegistry before;

    @BeforeEach
    void remember(ResilienceRegistry registry) {
        before = registry;
        SEEN.add(registry);
    }

    @Test
    void givesARegistryThatFollowsTheClock(ManualClock clock, ResilienceRegistry registry) {
        RateLimiterPolicy policy = // S25
                registry.rateLimiterPolicy(
                        "search", "", "", c -> c.permits(1).period(Duration.ofSeconds(1)));
        assertThat(policy.tryAcquire()).isTrue();
        assertThat(policy.tryAcquire()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(policy.tryAcquire()).isTrue();
    }

    @RepeatedTest(2)
    void isNewForEachTestAndTheSameWithinOne(ManualClock clock, ResilienceRegistry registry) {
        assertThat(registry).isSameAs(before);
        assertThat(SEEN).containsOnlyOnce(registry);
        assertThat(clock.nanoTime()).isZero();
        clock.advance(Duration.ofSeconds(1));
    }

    @AfterAll
    static void closesEachRegistry() {
        assertThat(SEEN)
                .hasSize(3)
                .allSatisfy(
                        registry ->
                                assertThatThrownBy(registry::snapshot)
                                        .isInstanceOf(ResilienceException.class)
                                        .hasMessageStartingWith("R4C-REG-010"));
    }
}
