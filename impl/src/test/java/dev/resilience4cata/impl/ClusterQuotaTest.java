// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.annotation.Scope;
import dev.resilience4cata.spi.Take;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of a configuration as a store gets them. */
class ClusterQuotaTest {

    private static final ClusterSettings SETTINGS = new ClusterSettings(ofMillis(50).toNanos(), 2);

    private static ClusterQuota quota(Consumer<RateLimiterConfig.Builder> attributes) {
        return quota(SETTINGS, attributes);
    }

    private static ClusterQuota quota(
            ClusterSettings settings, Consumer<RateLimiterConfig.Builder> attributes) {
        RateLimiterConfig.Builder builder = RateLimiterConfig.builder().scope(Scope.CLUSTER);
        attributes.accept(builder);
        return new ClusterQuota(new Quota(builder.build(), false), settings);
    }

    @ParameterizedTest // S4, to the nearest nanosecond
    @CsvSource({"10, 1000000000, 100000000", "3, 10, 3", "3, 11, 4", "2, 5, 3", "7, 7, 1"})
    void theUnitIsTheIntervalRounded(int permits, long period, long unit) {
        assertThat(quota(b -> b.permits(permits).period(ofNanos(period))).unitNanos)
                .isEqualTo(unit);
    }

    @Property
    void theUnitIsTheNearestForAllPeriods(
            @ForAll @IntRange(min = 1) int permits,
            @ForAll @LongRange(min = 0, max = 7_776_000_000_000_000L) long more) {
        long period = Math.min(permits + more, Take.LONGEST.toNanos());
        ClusterQuota quota = quota(b -> b.permits(permits).period(ofNanos(period)).burst(1));
        assertThat(BigDecimal.valueOf(quota.unitNanos))
                .isEqualTo(
                        BigDecimal.valueOf(period)
                                .divide(BigDecimal.valueOf(permits), 0, RoundingMode.HALF_UP));
    }

    @Test
    void aSpanThatDoesNotFitTenTimesIsTheLongestThereIs() {
        ClusterQuota large =
                quota(b -> b.permits(1).period(ofDays(10)).burst(2).maxWait(ofDays(70)));
        assertThat(large.limitNanos).isEqualTo(Take.LONGEST.toNanos());
        assertThat(large.maxBacklogNanos).isEqualTo(Take.LONGEST.toNanos());
        Take take = large.take("key", 3, 0);
        assertThat(take.maxUnits()).isEqualTo(3);
        ClusterQuota small = quota(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)));
        assertThat(small.maxBacklogNanos).isEqualTo(ofSeconds(25).toNanos());
    }

    @ParameterizedTest // 2.8: not longer than a call may wait, if it may
    @CsvSource({"PT0S, 50", "PT0.02S, 20", "PT0.05S, 50", "PT10S, 50"})
    void aCallWaitsForTheStoreNoLongerThanForItsPermit(Duration maxWait, long millis) {
        assertThat(quota(b -> b.maxWait(maxWait)).deadlineNanos)
                .isEqualTo(ofMillis(millis).toNanos());
    }

    @ParameterizedTest // 2.8
    @CsvSource({"1, 100, 1", "2, 50, 2", "3, 33, 3", "1000, 1, 1000"})
    void theShareOfOneInstanceIsThatPartOfTheRateAndOfTheBurst(
            int instances, int burst, int times) {
        RateLimiterConfig share =
                quota(
                                new ClusterSettings(1, instances),
                                b -> b.permits(100).period(ofSeconds(1)).maxWait(ofSeconds(3)))
                        .local
                        .config;
        assertThat(share)
                .isEqualTo(new RateLimiterConfig(100, ofSeconds(times), burst, ofSeconds(3), true));
    }

    @Test // a period that cannot be made longer
    void theShareOfAPeriodOfYearsIsOneOfThePermits() {
        RateLimiterConfig share =
                quota(b -> b.permits(1_000_000_000).period(ofHours(2_000_000)).burst(1))
                        .local
                        .config;
        assertThat(share.permits()).isEqualTo(500_000_000);
        assertThat(share.period()).isEqualTo(ofHours(2_000_000));
    }
}
