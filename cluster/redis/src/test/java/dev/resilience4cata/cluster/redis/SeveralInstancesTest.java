// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.Envelope;
import dev.resilience4cata.cluster.testkit.Start;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What several instances admit together while nothing goes wrong. */
@Tag("load")
class SeveralInstancesTest {

    /** No answer is late: what happens then is another test. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private LocalRedis redis;

    @BeforeEach
    void start() throws Exception {
        redis = LocalRedis.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private static long span(List<Start> starts) {
        var times = starts.stream().mapToLong(Start::startNanos).summaryStatistics();
        return times.getMax() - times.getMin();
    }

    /** T2: what one instance would get, they get together, and all of it. */
    @Test
    void admitTogetherWhatOneWould() throws Exception {
        Callers.Load load =
                new Callers.Load(
                        redis.uri(), 1000, 50, Duration.ZERO, PATIENT, Duration.ofSeconds(20), 0);
        Envelope envelope = load.envelope();
        List<Start> granted;
        List<Start> used;
        try (Instances instances = new Instances("hot-key", load)) {
            instances.end();
            granted = instances.granted();
            used = instances.used();
        }
        assertThat(envelope.excess(granted, Start::slotNanos)).isLessThanOrEqualTo(0);
        long slowest =
                used.stream()
                        .mapToLong(start -> start.startNanos() - start.slotNanos())
                        .max()
                        .orElseThrow();
        assertThat(envelope.excess(used, Start::startNanos))
                .isLessThanOrEqualTo((double) slowest / load.intervalNanos());
        double part = granted.size() / envelope.allowed(span(granted));
        double usual = envelope.usedInMedian(granted, Start::slotNanos, SECOND);
        assertThat(usual).isGreaterThan(0.99);
        assertThat(part).isGreaterThan(0.95); // some seconds of a busy machine are worse
        System.out.printf(
                "T2: %d granted, %.4f of what is allowed, %.4f in the median second, %d used,"
                        + " excess %.3f%n",
                granted.size(),
                part,
                usual,
                used.size(),
                envelope.excess(granted, Start::slotNanos));
    }

    /** T3: each key has its limit, and leaves nothing behind. */
    @Test
    void keepEachKeyToItsLimit() throws Exception {
        Callers.Load load =
                new Callers.Load(
                        redis.uri(),
                        100,
                        10,
                        Duration.ZERO,
                        PATIENT,
                        Duration.ofSeconds(10),
                        10_000);
        Envelope envelope = load.envelope();
        Map<String, List<Start>> byKey;
        try (Instances instances = new Instances("keys", load)) {
            instances.end();
            byKey = instances.granted().stream().collect(Collectors.groupingBy(Start::key));
        }
        assertThat(byKey).hasSizeGreaterThan(1000);
        assertThat(byKey.values())
                .allSatisfy(
                        starts ->
                                assertThat(envelope.excess(starts, Start::slotNanos))
                                        .isLessThanOrEqualTo(0));
        assertThat(byKey.values().stream().mapToInt(List::size).max().orElseThrow())
                .as("calls for the key that is asked for most")
                .isGreaterThan(100);
        Patience.until("forgetting", Duration.ofSeconds(10), () -> redis.commands().dbsize() == 0);
        System.out.printf("T3: %d keys%n", byKey.size());
    }

    /** T4: who waits has a slot of his own, and does not start before it. */
    @Test
    void letEachCallWaitForItsOwnSlot() throws Exception {
        Callers.Load load =
                new Callers.Load(
                        redis.uri(),
                        100,
                        5,
                        Duration.ofMillis(500),
                        PATIENT,
                        Duration.ofSeconds(10),
                        0);
        long before = redis.nanosBehind();
        List<Start> granted;
        List<Start> used;
        try (Instances instances = new Instances("waiting", load)) {
            instances.end();
            granted = instances.granted();
            used = instances.used();
        }
        long ahead = Math.min(before, redis.nanosBehind());
        assertThat(load.envelope().excess(granted, Start::slotNanos)).isLessThanOrEqualTo(0);
        List<Long> slots = granted.stream().map(Start::slotNanos).sorted().toList();
        List<Long> starts = used.stream().map(Start::startNanos).sorted().toList();
        assertThat(starts).hasSizeGreaterThan((int) (0.99 * load.permits() * 10));
        for (int i = 0; i < starts.size(); i++) {
            assertThat(starts.get(i) - ahead).as("start %d", i).isGreaterThan(slots.get(i));
        }
        System.out.printf("T4: %d slots, %d starts%n", slots.size(), starts.size());
    }
}
