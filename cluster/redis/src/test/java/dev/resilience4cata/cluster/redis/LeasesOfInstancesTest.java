// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.Envelope;
import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.cluster.testkit.Start;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** T16: several instances that take permits in advance, one of which is killed with its lease. */
@Tag("load")
class LeasesOfInstancesTest {

    private static final int PERMITS = 2000;
    private static final int BURST = 500;

    /** What an instance holds at most: its part of a fifth of the burst. */
    private static final int LEASE = BURST / (5 * Instances.COUNT);

    /** What all of them use later than it was counted, at most. */
    private static final int BOUND = Instances.COUNT * LEASE;

    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int CALLS_UNDER_WAY_WHEN_KILLED = 8;

    private LocalRedis redis;

    @BeforeEach
    void start() throws Exception {
        redis = LocalRedis.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private Callers.Load load(Duration rest) {
        return new Callers.Load(
                redis.uri(),
                PERMITS,
                BURST,
                Duration.ZERO,
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                0,
                true,
                rest);
    }

    private static long slowest(List<Start> used) {
        return used.stream()
                .mapToLong(start -> start.startNanos() - start.slotNanos())
                .max()
                .orElseThrow();
    }

    /** How often Redis was asked. */
    private long questions() {
        String stats = redis.commands().info("commandstats");
        String calls = "cmdstat_evalsha:calls=";
        int at = stats.indexOf(calls) + calls.length();
        return Long.parseLong(stats.substring(at, stats.indexOf(',', at)));
    }

    /** In the rests permits come back, and leases are kept: they are used in the next rush. */
    @Test
    void areUsedLateByNoMoreThanAllHoldAndSaveMostQuestions() throws Exception {
        Callers.Load load = load(Duration.ofMillis(300));
        Envelope envelope = load.envelope();
        List<Start> granted;
        List<Start> used;
        long unused;
        try (Instances instances = new Instances("leases", load)) {
            instances.call(Duration.ofSeconds(10));
            instances.killOne();
            instances.end();
            granted = instances.granted();
            used = instances.used();
            unused = instances.counts().getOrDefault(RecordingStore.UNUSED, 0L);
        }
        double excess = envelope.excess(used, Start::startNanos);
        System.out.printf(
                "T16: %d granted, %d used, %.1f beyond, %.3f questions for each; bound %d%n",
                granted.size(), used.size(), excess, (double) questions() / used.size(), BOUND);
        assertThat(envelope.excess(granted, Start::slotNanos)).isLessThanOrEqualTo(0);
        assertThat(excess)
                .isLessThanOrEqualTo(BOUND + (double) slowest(used) / load.intervalNanos());
        assertThat(granted.size() - used.size() - unused)
                .as("lost with the one that was killed, and with the others at the end")
                .isLessThanOrEqualTo(BOUND + CALLS_UNDER_WAY_WHEN_KILLED);
        assertThat(questions()).isLessThan(used.size() / 2);
    }

    /** Where the limit is used up all the time, nothing is left to be taken in advance. */
    @Test
    void doNotKeepTheOthersFromTheRate() throws Exception {
        Callers.Load load = load(Duration.ZERO);
        Envelope envelope = load.envelope();
        List<Start> granted;
        List<Start> used;
        try (Instances instances = new Instances("leases-used-up", load)) {
            instances.call(Duration.ofSeconds(10));
            instances.killOne();
            instances.end();
            granted = instances.granted();
            used = instances.used();
        }
        double part = envelope.usedInMedian(used, Start::startNanos, WINDOW_NANOS);
        System.out.printf(
                "T16, used up: %d used, %.4f of what is allowed, %.1f beyond%n",
                used.size(), part, envelope.excess(used, Start::startNanos));
        assertThat(envelope.excess(granted, Start::slotNanos)).isLessThanOrEqualTo(0);
        assertThat(envelope.excess(used, Start::startNanos))
                .isLessThanOrEqualTo(BOUND + (double) slowest(used) / load.intervalNanos());
        assertThat(part).isGreaterThan(0.97);
    }
}
