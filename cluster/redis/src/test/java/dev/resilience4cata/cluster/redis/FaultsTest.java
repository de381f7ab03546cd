// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.Envelope;
import dev.resilience4cata.cluster.testkit.RecordingStore;
import dev.resilience4cata.cluster.testkit.Start;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What several instances admit together while Redis fails, with each instance keeping to its share
 * of the limit meanwhile. The bounds are of what Redis grants and of what each instance lets pass
 * on its own; what was counted beside Redis follows from when the instances noticed. Those of how
 * much is admitted hold however slow the machine is, those of time allow for its pauses.
 */
@Tag("load")
class FaultsTest {

    private static final int PERMITS = 1000;
    private static final int BURST = 50;
    private static final Duration TIMEOUT = Duration.ofMillis(50);

    /** How late a call may be answered, beyond its timeout and the pauses of the machine. */
    private static final Duration MARGIN = Duration.ofMillis(10);

    /**
     * How much later than Redis an instance may find that it is back: the longest pause between two
     * attempts to connect, that of the breaker, and a probe.
     */
    private static final Duration NOTICING =
            Duration.ofSeconds(2).plus(Duration.ofMillis(600)).plus(TIMEOUT);

    /** What some instances take of their shares while others have Redis again. */
    private static final double WHILE_NOTICING = PERMITS * NOTICING.toMillis() / 1000.0;

    private static Callers.Load load(String uri, Duration time) {
        return new Callers.Load(uri, PERMITS, BURST, Duration.ZERO, TIMEOUT, time, 0);
    }

    /**
     * What happened in a test.
     *
     * @param from since when Redis gave no answer
     * @param until when it began to come back
     * @param back when it could give answers again
     * @param used by each instance
     * @param granted to each instance by Redis
     * @param unused permits of those, which were given back
     * @param pause for how long the machine kept an instance at most
     * @param pauseBack the same since Redis could give answers again; before that the instances
     *     have to load what they need for a failure
     */
    private record Run(
            String test,
            Callers.Load load,
            long from,
            long until,
            long back,
            List<List<Start>> used,
            List<List<Start>> granted,
            long unused,
            Duration pause,
            Duration pauseBack) {

        static Run of(
                String test,
                Callers.Load load,
                long from,
                long until,
                long back,
                Instances instances) {
            return new Run(
                    test,
                    load,
                    from,
                    until,
                    back,
                    instances.usedByInstance(),
                    instances.grantedByInstance(),
                    instances.counts().getOrDefault(RecordingStore.UNUSED, 0L),
                    instances.longestPause(),
                    instances.longestPauseSince(back));
        }

        private static List<Start> all(List<List<Start>> byInstance) {
            return byInstance.stream().flatMap(List::stream).toList();
        }

        /** Of these, what was asked for and admitted while Redis was away. */
        private List<Start> away(List<Start> starts) {
            return starts.stream()
                    .filter(start -> from < start.slotNanos() && start.startNanos() < until)
                    .toList();
        }

        /** How long each took to be admitted, sorted. */
        private static long[] times(List<Start> starts) {
            return starts.stream()
                    .mapToLong(start -> start.startNanos() - start.slotNanos())
                    .sorted()
                    .toArray();
        }

        /**
         * Permits by which a window can have too many because a call was admitted at some time
         * between asking and reporting.
         */
        private static double blur(List<Start> starts, Envelope limit) {
            long[] times = times(starts);
            return times.length == 0 ? 0 : (double) times[times.length - 1] / limit.intervalNanos();
        }

        /** What instances admitted on their own while Redis was there. */
        private long beside() {
            return all(used).size() - all(granted).size() + unused - away(all(used)).size();
        }

        /**
         * Asserts what must hold on any machine.
         *
         * @param lost permits that Redis may grant again
         */
        void assertBounds(double lost) {
            List<Start> together = all(used);
            double byRedis = load.envelope().excess(all(granted), Start::slotNanos);
            double excess = load.envelope().excess(together, Start::startNanos);
            long[] times = times(together);
            Duration slow = Duration.ofNanos(times[times.length - 1 - times.length / 1000]);
            System.out.printf(
                    "%s: %d admitted, %.1f beyond, of which %.1f (bound %.0f) by Redis and %d"
                            + " beside it (%d since it was back); 99.9 %% within %.1f ms, pauses"
                            + " of up to %.1f ms (%.1f)%n",
                    test,
                    together.size(),
                    excess,
                    byRedis,
                    lost,
                    beside(),
                    besideSinceBack(),
                    slow.toNanos() / 1e6,
                    pause.toNanos() / 1e6,
                    pauseBack.toNanos() / 1e6);
            assertThat(byRedis).as("beyond, by Redis").isLessThanOrEqualTo(lost);
            assertThat(excess)
                    .as("beyond, by all")
                    .isLessThanOrEqualTo(lost + beside() + blur(together, load.envelope()));
            assertThat(used)
                    .allSatisfy(
                            starts -> {
                                List<Start> away = away(starts);
                                assertThat(load.share().excess(away, Start::startNanos))
                                        .as("beyond its share, by one instance without Redis")
                                        .isLessThanOrEqualTo(blur(away, load.share()));
                            });
            if (isQuick()) {
                assertThat((double) besideSinceBack()).isLessThanOrEqualTo(WHILE_NOTICING);
            }
            assertThat(slow).isLessThan(TIMEOUT.plus(MARGIN).plus(pause.multipliedBy(2)));
        }

        /** The same since Redis could give answers again. */
        private long besideSinceBack() {
            return all(used).stream().filter(start -> start.slotNanos() > back).count()
                    - all(granted).stream().filter(start -> start.startNanos() > back).count()
                    + unused;
        }

        /** Whether no answer was late because the machine was slow, once Redis was back. */
        private boolean isQuick() {
            return pauseBack.compareTo(TIMEOUT.dividedBy(2)) < 0;
        }

        /** Asserts that nobody stays without Redis. */
        void assertAllAreBack() {
            // An attempt that a slow machine spoils costs the time of another one.
            Duration longest = isQuick() ? NOTICING : NOTICING.multipliedBy(2);
            for (List<Start> starts : granted) {
                long first =
                        starts.stream()
                                .mapToLong(Start::startNanos)
                                .filter(time -> time > until)
                                .min()
                                .orElse(Long.MAX_VALUE);
                assertThat(Duration.ofNanos(first - back))
                        .as("how long an instance does not notice that Redis is back")
                        .isLessThan(longest.plus(pauseBack));
            }
        }

        /** Asserts that calls are admitted without Redis. */
        void assertServesMeanwhile() {
            assertThat((double) away(all(used)).size())
                    .isGreaterThan((until - from) / 2.0 / load.intervalNanos());
        }
    }

    /** T6: the only Redis is killed, and comes back empty. */
    @Test
    void aRestartCostsABurst() throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            Callers.Load load = load(redis.uri(), Duration.ofSeconds(12));
            try (Instances instances = new Instances("killed", load)) {
                instances.call(Duration.ofSeconds(3));
                redis.kill();
                long killed = System.nanoTime();
                instances.call(Duration.ofSeconds(3));
                long restarting = System.nanoTime();
                redis.restart();
                long restarted = System.nanoTime();
                instances.end();
                Run run = Run.of("T6", load, killed, restarting, restarted, instances);
                run.assertBounds(BURST);
                run.assertServesMeanwhile();
                run.assertAllAreBack();
            }
        }
    }

    /** T7: a primary is killed, and a replica that is up to date takes over. */
    @Test
    void aFailOverCostsWhatTheReplicaHasNotHeard() throws Exception {
        failOver("fail-over", false);
    }

    /** T7: the same with a replica that has heard nothing for two seconds. */
    @Test
    void aFailOverToALateReplicaCostsABurst() throws Exception {
        failOver("late-fail-over", true);
    }

    private static void failOver(String name, boolean late) throws Exception {
        try (LocalRedis primary = LocalRedis.start();
                LocalRedis replica =
                        LocalRedis.start("--replicaof", "127.0.0.1", "" + primary.port());
                Relay relay = new Relay(primary.port())) {
            Patience.until(
                    "replication",
                    Duration.ofSeconds(30),
                    () -> replica.commands().info("replication").contains("master_link_status:up"));
            Callers.Load load = load("redis://127.0.0.1:" + relay.port(), Duration.ofSeconds(10));
            try (Instances instances = new Instances(name, load)) {
                instances.call(Duration.ofSeconds(2));
                if (late) {
                    replica.pause();
                    instances.call(Duration.ofSeconds(2));
                }
                primary.kill();
                long killed = System.nanoTime();
                if (late) {
                    replica.resume();
                }
                replica.commands().replicaofNoOne();
                long promoting = System.nanoTime();
                relay.redirect(replica.port());
                long promoted = System.nanoTime();
                instances.end();
                Run run = Run.of("T7 " + name, load, killed, promoting, promoted, instances);
                // What the kernel has taken from a process that is killed arrives.
                double lag = PERMITS * (Duration.ofMillis(10).plus(run.pause()).toNanos() / 1e9);
                run.assertBounds(late ? BURST : Math.min(lag, BURST));
                run.assertAllAreBack();
            }
        }
    }

    /** T8: Redis stands still for three seconds, and goes on. */
    @Test
    void aStallKeepsNobody() throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            Callers.Load load = load(redis.uri(), Duration.ofSeconds(10));
            try (Instances instances = new Instances("stalled", load)) {
                instances.call(Duration.ofSeconds(2));
                redis.pause();
                long paused = System.nanoTime();
                instances.call(Duration.ofSeconds(3));
                long resuming = System.nanoTime();
                redis.resume();
                long resumed = System.nanoTime();
                instances.end();
                Run run = Run.of("T8", load, paused, resuming, resumed, instances);
                run.assertBounds(0);
                run.assertServesMeanwhile();
                run.assertAllAreBack();
            }
        }
    }
}
