// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.Start;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What several instances admit together while Redis fails, with each instance keeping to its share
 * of the limit meanwhile. Each test states its bound before it begins.
 */
@Tag("load")
class FaultsTest {

    private static final int PERMITS = 1000;
    private static final int BURST = 50;
    private static final Duration TIMEOUT = Duration.ofMillis(50);

    /**
     * How much later than Redis an instance may find that it is back: the longest pause, and a
     * probe.
     */
    private static final Duration NOTICING = Duration.ofMillis(600).plus(TIMEOUT);

    /** What some instances take of their shares while others have Redis again. */
    private static final double WHILE_NOTICING = PERMITS * NOTICING.toMillis() / 1000.0;

    private static Callers.Load load(String uri, Duration time) {
        return new Callers.Load(uri, PERMITS, BURST, Duration.ZERO, TIMEOUT, time, 0);
    }

    private static double excess(Callers.Load load, List<Start> used) {
        return load.envelope().excess(used, Start::startNanos);
    }

    /** How long the slowest in a thousand of the admitted calls took to be. */
    private static Duration slow(List<Start> used) {
        List<Long> times =
                used.stream()
                        .map(start -> start.startNanos() - start.slotNanos())
                        .sorted()
                        .toList();
        return Duration.ofNanos(times.get(times.size() - 1 - times.size() / 1000));
    }

    private static long usedBetween(List<Start> used, long from, long to) {
        return used.stream()
                .filter(start -> from < start.startNanos() && start.startNanos() < to)
                .count();
    }

    /** T6: the only Redis is killed, and comes back empty. */
    @Test
    void aRestartCostsABurst() throws Exception {
        double bound = BURST + WHILE_NOTICING;
        try (LocalRedis redis = LocalRedis.start()) {
            Callers.Load load = load(redis.uri(), Duration.ofSeconds(12));
            List<Start> used;
            long killed;
            long restarted;
            try (Instances instances = new Instances("killed", load)) {
                instances.call(Duration.ofSeconds(3));
                redis.kill();
                killed = System.nanoTime();
                instances.call(Duration.ofSeconds(3));
                restarted = System.nanoTime();
                redis.restart();
                instances.end();
                used = instances.used();
            }
            report("T6", load, used, bound);
            assertThat(excess(load, used)).isLessThanOrEqualTo(bound);
            assertThat(usedBetween(used, killed + Duration.ofSeconds(1).toNanos(), restarted))
                    .as("calls of two seconds without Redis")
                    .isGreaterThan(PERMITS);
        }
    }

    /** T7: a primary is killed, and a replica that is up to date takes over. */
    @Test
    void aFailOverCostsNothing() throws Exception {
        failOver("fail-over", false, WHILE_NOTICING);
    }

    /** T7: the same with a replica that has heard nothing for two seconds. */
    @Test
    void aFailOverToALateReplicaCostsABurst() throws Exception {
        failOver("late-fail-over", true, BURST + WHILE_NOTICING);
    }

    private static void failOver(String name, boolean late, double bound) throws Exception {
        try (LocalRedis primary = LocalRedis.start();
                LocalRedis replica =
                        LocalRedis.start("--replicaof", "127.0.0.1", "" + primary.port());
                Relay relay = new Relay(primary.port())) {
            Patience.until(
                    "replication",
                    Duration.ofSeconds(10),
                    () -> replica.commands().info("replication").contains("master_link_status:up"));
            Callers.Load load = load("redis://127.0.0.1:" + relay.port(), Duration.ofSeconds(10));
            List<Start> used;
            List<Start> granted;
            try (Instances instances = new Instances(name, load)) {
                instances.call(Duration.ofSeconds(2));
                if (late) {
                    replica.pause();
                    instances.call(Duration.ofSeconds(2));
                }
                primary.kill();
                if (late) {
                    replica.resume();
                }
                replica.commands().replicaofNoOne();
                relay.redirect(replica.port());
                instances.end();
                used = instances.used();
                granted = instances.granted();
            }
            report("T7 " + name, load, used, bound);
            double byRedis = load.envelope().excess(granted, Start::slotNanos);
            System.out.printf("T7 %s: %.1f beyond by the clock of Redis%n", name, byRedis);
            assertThat(byRedis).isLessThanOrEqualTo(late ? BURST : PERMITS * 0.01);
            assertThat(excess(load, used)).isLessThanOrEqualTo(bound);
        }
    }

    /** T8: Redis stands still for three seconds, and goes on. */
    @Test
    void aStallKeepsNobody() throws Exception {
        double bound = WHILE_NOTICING;
        try (LocalRedis redis = LocalRedis.start()) {
            Callers.Load load = load(redis.uri(), Duration.ofSeconds(10));
            List<Start> used;
            try (Instances instances = new Instances("stalled", load)) {
                instances.call(Duration.ofSeconds(2));
                redis.pause();
                instances.call(Duration.ofSeconds(3));
                redis.resume();
                instances.end();
                used = instances.used();
            }
            report("T8", load, used, bound);
            assertThat(excess(load, used)).isLessThanOrEqualTo(bound);
            assertThat(slow(used)).isLessThan(TIMEOUT.multipliedBy(2));
        }
    }

    private static void report(String test, Callers.Load load, List<Start> used, double bound) {
        System.out.printf(
                "%s: %d admitted, %.1f beyond (bound %.0f), 99.9 %% within %.1f ms%n",
                test, used.size(), excess(load, used), bound, slow(used).toNanos() / 1e6);
    }
}
