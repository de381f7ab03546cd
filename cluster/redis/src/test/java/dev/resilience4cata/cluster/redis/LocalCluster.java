// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.redis;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A Redis Cluster on this machine: three primaries, each with a replica. Its nodes talk to each
 * other on ports that are 10000 above their own.
 */
final class LocalCluster implements AutoCloseable {

    private static final int PRIMARIES = 3;
    private static final Duration FORMING = Duration.ofSeconds(30);

    private final List<LocalRedis> nodes = new ArrayList<>();

    private LocalCluster() {}

    static LocalCluster start() throws Exception {
        LocalCluster cluster = new LocalCluster();
        try {
            cluster.form();
            return cluster;
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    private void form() throws Exception {
        for (int node = 0; node < 2 * PRIMARIES; node++) {
            nodes.add(
                    LocalRedis.start(
                            "--cluster-enabled",
                            "yes",
                            "--cluster-node-timeout",
                            "1000",
                            "--cluster-config-file",
                            "nodes-" + System.nanoTime() + ".conf"));
        }
        for (int primary = 0; primary < PRIMARIES; primary++) {
            int[] slots =
                    IntStream.range(
                                    SlotHash.SLOT_COUNT * primary / PRIMARIES,
                                    SlotHash.SLOT_COUNT * (primary + 1) / PRIMARIES)
                            .toArray();
            nodes.get(primary).commands().clusterAddSlots(slots);
            // Or two that come from the same number argue about who is first.
            nodes.get(primary).commands().clusterSetConfigEpoch(primary + 1);
        }
        for (LocalRedis node : nodes) {
            node.commands().clusterMeet("127.0.0.1", nodes.get(0).port());
        }
        Patience.until("the nodes to meet", FORMING, this::allKnowAll);
        for (int primary = 0; primary < PRIMARIES; primary++) {
            String id = nodes.get(primary).commands().clusterMyId();
            nodes.get(PRIMARIES + primary).commands().clusterReplicate(id);
        }
        Patience.until("the cluster to form", FORMING, this::isWell);
    }

    private boolean allKnowAll() {
        return nodes.stream()
                .allMatch(node -> node.commands().clusterNodes().lines().count() == nodes.size());
    }

    private boolean isWell() {
        return nodes.stream().allMatch(LocalCluster::isWell);
    }

    private static boolean isWell(LocalRedis node) {
        RedisCommands<String, String> commands = node.commands();
        return commands.clusterInfo().contains("cluster_state:ok")
                && commands.clusterNodes().lines().filter(line -> line.contains("slave")).count()
                        == PRIMARIES
                && (!commands.info("replication").contains("role:slave")
                        || commands.info("replication").contains("master_link_status:up"));
    }

    /** Those of the primaries, for settings. */
    String uris() {
        return String.join(",", nodes.subList(0, PRIMARIES).stream().map(LocalRedis::uri).toList());
    }

    /** The node that a key was first given to. */
    LocalRedis primaryOf(String redisKey) {
        return nodes.get(numberOf(redisKey));
    }

    private static int numberOf(String redisKey) {
        int slot = SlotHash.getSlot(redisKey);
        for (int primary = 0; ; primary++) {
            if (slot < SlotHash.SLOT_COUNT * (primary + 1) / PRIMARIES) {
                return primary;
            }
        }
    }

    /** Moves the slot of a key, as an administrator does, to the next primary. */
    LocalRedis move(String redisKey) {
        int number = numberOf(redisKey);
        int slot = SlotHash.getSlot(redisKey);
        LocalRedis from = nodes.get(number);
        LocalRedis to = nodes.get((number + 1) % PRIMARIES);
        String fromId = from.commands().clusterMyId();
        String toId = to.commands().clusterMyId();
        to.commands().clusterSetSlotImporting(slot, fromId);
        from.commands().clusterSetSlotMigrating(slot, toId);
        List<String> keys = from.commands().clusterGetKeysInSlot(slot, 1_000);
        for (String key : keys) {
            from.commands().migrate("127.0.0.1", to.port(), key, 0, 1_000);
        }
        to.commands().clusterSetSlotNode(slot, toId);
        from.commands().clusterSetSlotNode(slot, toId);
        return to;
    }

    @Override
    public void close() {
        nodes.forEach(LocalRedis::close);
    }
}
