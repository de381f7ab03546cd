// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The oracle for giving back against what S2 says of windows, and trying every nanosecond. */
class PromisesTest {

    private static final long ORIGIN = Long.MAX_VALUE - 20;

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theEarliestStartIsTheFirstThatKeepsEveryWindow(
            @ForAll @IntRange(min = 1, max = 7) int permits,
            @ForAll @IntRange(min = 7, max = 30) int period,
            @ForAll @IntRange(min = 1, max = 4) int burst,
            @ForAll @Size(max = 25) List<@IntRange(min = 0, max = 60) Integer> moments,
            @ForAll @IntRange(min = 0, max = 60) int settled) {
        RateLimiterConfig config = config(permits, period, burst);
        Promises promises = new Promises(config, ORIGIN);
        List<Integer> starts = new ArrayList<>();
        for (int moment : moments) {
            int earliest = moment;
            while (!keepsEveryWindow(starts, earliest, config)) {
                earliest++;
            }
            assertThat(promises.earliest(ORIGIN + moment)).isEqualTo(ORIGIN + earliest);
            starts.add(earliest);
            promises.add(ORIGIN + earliest);
            promises.assertConforming();
        }
        promises.settle(ORIGIN + settled);
        int earliest = settled;
        while (!keepsEveryWindow(starts, earliest, config)) {
            earliest++;
        }
        assertThat(promises.earliest(ORIGIN + settled)).isEqualTo(ORIGIN + earliest);
    }

    private static boolean keepsEveryWindow(
            List<Integer> starts, int start, RateLimiterConfig config) {
        List<Integer> sorted = new ArrayList<>(starts);
        sorted.add(start);
        sorted.sort(null);
        for (int from = 0; from < sorted.size(); from++) {
            for (int to = from; to < sorted.size(); to++) {
                long window = (long) sorted.get(to) - sorted.get(from);
                long most = config.burst() + window * config.permits() / config.period().toNanos();
                if (to - from + 1 > most) {
                    return false;
                }
            }
        }
        return true;
    }

    @Example
    void oneStartTooEarlyDoesNotConform() {
        Promises promises = new Promises(config(1, 10, 2), 0);
        List.of(0L, 0L, 10L, 19L).forEach(promises::add);
        assertThatThrownBy(promises::assertConforming).isInstanceOf(AssertionError.class);
    }

    private static RateLimiterConfig config(int permits, int period, int burst) {
        return new RateLimiterConfig(permits, Duration.ofNanos(period), burst, Duration.ZERO, true);
    }
}
