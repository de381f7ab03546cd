// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state, where threads meet. */
@Timeout(60)
class EpochTest {

    private static Quota quota(int permits, long periodNanos) {
        return new Quota(
                new RateLimiterConfig(
                        permits, Duration.ofNanos(periodNanos), 1, Duration.ofNanos(100), true),
                false);
    }

    private static Epoch begun(Quota quota, long originNanos) {
        return Epoch.notBegun(quota).next(quota, originNanos);
    }

    @Test // S2: of threads that read the same state one takes the slot, the others come again
    void eachSlotIsTakenOnceHoweverManyCompareAndSetsAreLost() throws Exception {
        Epoch epoch = begun(quota(1, 10), 0);
        long first = epoch.tat();
        LongAdder lost = new LongAdder();
        int threads = 4;
        int slots = 10_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        long taken = 0;
        while (lost.sum() == 0) { // on a busy machine the threads may run one after the other
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(
                        pool.submit(
                                () -> {
                                    for (int mine = 0; mine < slots; ) {
                                        long tat = epoch.tat();
                                        if (epoch.moveTat(tat, tat + 10)) {
                                            mine++;
                                        } else {
                                            lost.increment();
                                        }
                                    }
                                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            taken += (long) threads * slots;
        }
        pool.shutdown();
        assertThat(epoch.tat() - first).isEqualTo(10 * taken);
    }

    @Test
    void nobodyTakesASlotOfAnEpochThatIsOver() {
        Quota quota = quota(1, 10);
        Epoch epoch = begun(quota, 0);
        long tat = epoch.tat();
        Epoch next = epoch.next(quota, 5);
        assertThat(epoch.tat()).isEqualTo(Epoch.SEALED);
        assertThat(epoch.moveTat(tat, tat + 10)).isFalse();
        assertThat(next.tat()).isNotEqualTo(Epoch.SEALED);
    }

    @Test // S23: slots stay an interval apart, those of the past too
    void whatWasAnIntervalApartStaysSoInEpochsOfOtherQuotas() {
        Quota[] quotas = {quota(3, 10), quota(7, 10), quota(1, 3600), quota(1000, 1001)};
        for (Quota before : quotas) {
            for (Quota after : quotas) {
                Epoch epoch = begun(before, 100);
                for (long moment = -50; moment < 50; moment++) {
                    assertThat(epoch.next(after, 103).quota.config).isEqualTo(after.config);
                    long slot = epoch.inLatest(moment);
                    assertThat(epoch.inLatest(before.rule.next(moment)))
                            .isEqualTo(after.rule.next(slot));
                    epoch = begun(before, 100);
                }
            }
        }
    }

    @Test // S6
    void whatIsLongAgoStaysLongAgo() {
        Quota slow = quota(1, 3_600_000_000_000L);
        Quota fast = quota(1, 1);
        Epoch epoch = begun(slow, 0);
        for (int i = 1; i <= 5; i++) {
            epoch = epoch.next(i % 2 == 0 ? slow : fast, i);
            assertThat(epoch.tat()).isEqualTo(Epoch.LONG_AGO);
        }
    }
}
