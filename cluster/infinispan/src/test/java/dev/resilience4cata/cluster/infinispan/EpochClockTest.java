// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpochClockTest {

    private static final long START = 1_800_000_000_123_456_789L;

    private final AtomicLong wall = new AtomicLong(START);
    private final EpochClock clock = new EpochClock(wall::get);

    @Test
    void goesWithTheWallClock() {
        assertThat(clock.now()).isEqualTo(START);
        wall.addAndGet(7);
        assertThat(clock.now()).isEqualTo(START + 7);
    }

    @Test
    void standsStillWhenTheWallClockIsCorrected() {
        assertThat(clock.now()).isEqualTo(START);
        wall.addAndGet(-Duration.ofMillis(400).toNanos());
        assertThat(clock.now()).isEqualTo(START);
        wall.addAndGet(Duration.ofMillis(399).toNanos());
        assertThat(clock.now()).isEqualTo(START);
        wall.addAndGet(Duration.ofMillis(2).toNanos());
        assertThat(clock.now()).isEqualTo(START + 1_000_000);
    }

    /** Or a clock that was an hour ahead would stand still for an hour when it is set right. */
    @Test
    void followsWhenTheWallClockIsSetBackByMoreThanASecond() {
        assertThat(clock.now()).isEqualTo(START);
        wall.addAndGet(-EpochClock.HELD);
        assertThat(clock.now()).isEqualTo(START);
        wall.decrementAndGet();
        assertThat(clock.now()).isEqualTo(START - EpochClock.HELD - 1);
    }

    /** One thread reads the source and is held up; another goes on by more than a second. */
    @Test
    void isNotTurnedBackByAThreadThatWasHeldUp() {
        AtomicLong[] other = {new AtomicLong()};
        EpochClock[] shared = new EpochClock[1];
        boolean[] held = {false};
        shared[0] =
                new EpochClock(
                        () -> {
                            long time = wall.get();
                            if (!held[0]) {
                                held[0] = true;
                                wall.addAndGet(2 * EpochClock.HELD);
                                other[0].set(shared[0].now());
                            }
                            return time;
                        });
        long late = shared[0].now();
        assertThat(other[0].get()).isEqualTo(START + 2 * EpochClock.HELD);
        assertThat(late).isEqualTo(START + 2 * EpochClock.HELD);
        assertThat(shared[0].now()).isEqualTo(START + 2 * EpochClock.HELD);
    }

    @Test
    void neverGoesBackForSeveralThreads() throws Exception {
        EpochClock jumping =
                new EpochClock(() -> wall.incrementAndGet() - (wall.get() % 7) * 1_000_000);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Boolean>> ordered = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                ordered.add(threads.submit(() -> ordered(jumping)));
            }
            for (Future<Boolean> each : ordered) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean ordered(EpochClock clock) {
        long last = Long.MIN_VALUE;
        for (int reading = 0; reading < 50_000; reading++) {
            long time = clock.now();
            if (time < last) {
                return false;
            }
            last = time;
        }
        return true;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "100, 100", "1000, 1000", "1000000, 1000000", "5000000, 1000000"})
    void tellsHowFineTheWallClockIs(long step, long resolution) {
        AtomicLong ticks = new AtomicLong(START / step);
        EpochClock coarse = new EpochClock(() -> ticks.incrementAndGet() * step);
        assertThat(coarse.resolutionNanos()).isEqualTo(resolution);
    }
}
