// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.Crowd;
import dev.resilience4cata.cluster.testkit.Envelope;
import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.cluster.testkit.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Four instances of an application, each a process, that call as often as they can. */
@Tag("load")
class SeveralInstancesTest {

    private static final int INSTANCES = 4;
    private static final Duration STARTING_AND_ENDING = Duration.ofSeconds(60);

    private LocalRedis redis;

    @BeforeEach
    void start() throws Exception {
        redis = LocalRedis.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private List<Start> run(String name, Callers.Load load) throws Exception {
        try (Crowd crowd = new Crowd(Path.of("target", "crowd", name), Callers.class)) {
            for (int instance = 0; instance < INSTANCES; instance++) {
                crowd.add(load.with(load.keys(), instance).words());
            }
            crowd.begin();
            crowd.await(load.time().plus(STARTING_AND_ENDING));
            return crowd.starts();
        }
    }

    private static List<Start> granted(List<Start> all) {
        return of(all, RecordingStore.PREFIX);
    }

    private static List<Start> used(List<Start> all) {
        return of(all, "used:");
    }

    private static List<Start> of(List<Start> all, String prefix) {
        return all.stream().filter(start -> start.key().startsWith(prefix)).toList();
    }

    private static long span(List<Start> starts) {
        var times = starts.stream().mapToLong(Start::startNanos).summaryStatistics();
        return times.getMax() - times.getMin();
    }

    /** T2: what one instance would get, they get together, and all of it. */
    @Test
    void admitTogetherWhatOneWould() throws Exception {
        Callers.Load load =
                new Callers.Load(redis.uri(), 1000, 50, Duration.ZERO, 8, Duration.ofSeconds(20));
        Envelope envelope = new Envelope(load.intervalNanos(), load.burst());
        List<Start> all = run("hot-key", load);
        List<Start> granted = granted(all);
        List<Start> used = used(all);
        assertThat(envelope.excess(granted, Start::slotNanos)).isLessThanOrEqualTo(0);
        long slowest =
                used.stream()
                        .mapToLong(start -> start.startNanos() - start.slotNanos())
                        .max()
                        .orElseThrow();
        assertThat(envelope.excess(used, Start::startNanos))
                .isLessThanOrEqualTo((double) slowest / load.intervalNanos());
        assertThat(granted.size() / envelope.allowed(span(granted))).isGreaterThan(0.99);
        System.out.printf(
                "T2: %d granted, %.4f of what is allowed, %d used, excess %.3f%n",
                granted.size(),
                granted.size() / envelope.allowed(span(granted)),
                used.size(),
                envelope.excess(granted, Start::slotNanos));
    }

    /** T3: each key has its limit, and leaves nothing behind. */
    @Test
    void keepEachKeyToItsLimit() throws Exception {
        Callers.Load load =
                new Callers.Load(redis.uri(), 100, 10, Duration.ZERO, 8, Duration.ofSeconds(10))
                        .with(10_000, 0);
        Envelope envelope = new Envelope(load.intervalNanos(), load.burst());
        Map<String, List<Start>> byKey =
                granted(run("keys", load)).stream().collect(Collectors.groupingBy(Start::key));
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
                        redis.uri(), 100, 5, Duration.ofMillis(500), 8, Duration.ofSeconds(10));
        long before = aheadOfRedis();
        List<Start> all = run("waiting", load);
        long ahead = Math.min(before, aheadOfRedis());
        List<Long> slots = granted(all).stream().map(Start::slotNanos).sorted().toList();
        Envelope envelope = new Envelope(load.intervalNanos(), load.burst());
        assertThat(envelope.excess(granted(all), Start::slotNanos)).isLessThanOrEqualTo(0);
        List<Long> starts = used(all).stream().map(Start::startNanos).sorted().toList();
        assertThat(starts).hasSizeGreaterThan((int) (0.99 * load.permits() * 10));
        for (int i = 0; i < starts.size(); i++) {
            assertThat(starts.get(i) - ahead).as("start %d", i).isGreaterThan(slots.get(i));
        }
        System.out.printf("T4: %d slots, %d starts%n", slots.size(), starts.size());
    }

    /** How far the clock of this machine is ahead of that of Redis, at least. */
    private long aheadOfRedis() {
        long most = Long.MIN_VALUE;
        for (int sample = 0; sample < 50; sample++) {
            long asked = System.nanoTime();
            List<String> time = redis.commands().time();
            long seconds = Long.parseLong(time.get(0));
            long micros = Long.parseLong(time.get(1)) + 1; // what it says is rounded down
            most = Math.max(most, asked - (seconds * 1_000_000 + micros) * 1000);
        }
        return most;
    }
}
