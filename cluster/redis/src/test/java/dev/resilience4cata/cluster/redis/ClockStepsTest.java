// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.cluster.testkit.Start;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * T10: what several instances admit together while the clock of Redis is set. No answer is late, so
 * whatever is too much or too little comes from the clock.
 */
@Tag("load")
@EnabledIfSystemProperty(named = LocalRedis.FAKETIME, matches = ".+")
class ClockStepsTest {

    private static final int PERMITS = 1000;
    private static final int BURST = 50;
    private static final Duration PATIENT = Duration.ofSeconds(10);
    private static final Duration BEFORE = Duration.ofSeconds(2);
    private static final Duration AFTER = Duration.ofSeconds(6);

    /** Ten times the limit, and five seconds. */
    private static final Duration LONGEST_BACKLOG = Duration.ofMillis(5500);

    /**
     * The clock is set.
     *
     * @param offset what it is off by from then on
     * @param back whether that is less than before
     */
    private record Step(Duration offset, boolean back) {}

    private static final List<Step> STEPS =
            List.of(
                    new Step(Duration.ofSeconds(-10), true),
                    new Step(Duration.ZERO, false),
                    new Step(Duration.ofHours(1), false),
                    new Step(Duration.ZERO, true));

    @TempDir private Path folder;

    /** In one step, so that Redis never reads half of it. */
    private void set(Duration offset) throws Exception {
        Path next = folder.resolve("next");
        Files.writeString(next, "%+ds".formatted(offset.toSeconds()));
        Files.move(next, folder.resolve("offset"), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aClockThatIsSetCostsABurstOrAPause() throws Exception {
        set(Duration.ZERO);
        Duration all = BEFORE.plus(AFTER).multipliedBy(STEPS.size()).plus(BEFORE);
        try (LocalRedis redis = LocalRedis.startWithClock(folder.resolve("offset"))) {
            long behind = redis.nanosBehind();
            Callers.Load load =
                    new Callers.Load(redis.uri(), PERMITS, BURST, Duration.ZERO, PATIENT, all, 0);
            List<Long> times = new ArrayList<>();
            List<Start> granted;
            Map<String, Long> counts;
            Duration slow;
            try (Instances instances = new Instances("clock", load)) {
                for (Step step : STEPS) {
                    instances.call(BEFORE);
                    times.add(System.nanoTime());
                    set(step.offset());
                    instances.call(AFTER);
                }
                instances.end();
                granted = instances.granted().stream().map(start -> timed(start, behind)).toList();
                counts = instances.counts();
                slow = instances.longestPause();
            }
            for (int step = 0; step < STEPS.size(); step++) {
                long from = times.get(step) - BEFORE.toNanos() / 2;
                List<Start> around = between(granted, from, from + BEFORE.plus(AFTER).toNanos());
                assertStep(STEPS.get(step), load, around, slow);
            }
            assertThat(load.envelope().excess(granted, Start::slotNanos))
                    .as("beyond, for two steps forward")
                    .isLessThanOrEqualTo(2 * BURST)
                    .isGreaterThan(BURST / 2);
            // One for each step back: who is refused cuts too, so the next finds it cut.
            assertThat(counts).containsEntry(RecordingStore.CUT, 2L);
        }
    }

    private static void assertStep(
            Step step, Callers.Load load, List<Start> around, Duration slow) {
        double excess = load.envelope().excess(around, Start::slotNanos);
        Duration pause = longestPause(around);
        System.out.printf(
                "T10: off by %s from now on: %d admitted, %.2f beyond, none for %d ms%n",
                step.offset(), around.size(), excess, pause.toMillis());
        // Callers never let permits gather, so a window without a step has nearly a burst to spare.
        // The lower bounds are no promises: with less there was no step.
        if (step.back()) {
            assertThat(excess).as("beyond, %s", step).isLessThanOrEqualTo(0);
            assertThat(pause)
                    .as("none admitted, %s", step)
                    .isLessThan(LONGEST_BACKLOG.plus(slow))
                    .isGreaterThan(LONGEST_BACKLOG.minusMillis(100));
        } else {
            assertThat(excess)
                    .as("beyond, %s", step)
                    .isLessThanOrEqualTo(BURST)
                    .isGreaterThan(-BURST / 2);
        }
    }

    /**
     * With its slot in the time of this machine. What Redis was off by is never near to anything
     * else that it was ever off by.
     */
    private static Start timed(Start start, long behind) {
        long slot = start.slotNanos() + behind;
        long reported = start.startNanos();
        long offset =
                STEPS.stream()
                        .map(step -> step.offset().toNanos())
                        .min(Comparator.comparing(each -> Math.abs(slot - each - reported)))
                        .orElseThrow();
        return new Start(start.key(), start.permits(), slot - offset, reported);
    }

    private static List<Start> between(List<Start> starts, long from, long until) {
        return starts.stream()
                .filter(start -> from < start.slotNanos() && start.slotNanos() < until)
                .toList();
    }

    private static Duration longestPause(List<Start> starts) {
        long[] slots = starts.stream().mapToLong(Start::slotNanos).sorted().toArray();
        return Duration.ofNanos(
                IntStream.range(1, slots.length)
                        .mapToLong(next -> slots[next] - slots[next - 1])
                        .max()
                        .orElseThrow());
    }
}
