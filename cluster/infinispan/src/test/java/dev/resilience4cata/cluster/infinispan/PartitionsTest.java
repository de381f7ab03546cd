// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.infinispan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.cluster.testkit.Envelope;
import dev.resilience4cata.cluster.testkit.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.infinispan.partitionhandling.PartitionHandling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters of which members are killed or cut off; takes minutes. */
@Tag("nightly")
class PartitionsTest {

    private static final long INTERVAL = MILLISECONDS.toNanos(10);
    private static final int BURST = 20;
    private static final Envelope ENVELOPE = new Envelope(INTERVAL, BURST);
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final String TAKE = "take %s " + HOUR + " " + 9 * HOUR + " " + 9 * HOUR;

    @TempDir Path folder;

    private static void await(NodeProcess node, String command, String beginning) throws Exception {
        long end = System.nanoTime() + SECONDS.toNanos(30);
        for (String answer = ""; !answer.startsWith(beginning); answer = node.ask(command, "")) {
            assertThat(System.nanoTime()).as("%s: %s", command, answer).isLessThan(end);
            LockSupport.parkNanos(MILLISECONDS.toNanos(50));
        }
    }

    /** T13: the trap. One of two members is no majority. */
    @Test
    void oneOfTwoMembersStopsWhenTheOtherDiesAndPartsAreDenied() throws Exception {
        List<NodeProcess> nodes =
                NodeProcess.cluster("deny-2", 2, PartitionHandling.DENY_READ_WRITES);
        try {
            assertThat(nodes.get(0).ask(TAKE.formatted("key"), "TOOK")).startsWith("TOOK 1");
            nodes.get(1).kill();
            await(nodes.get(0), "members", "MEMBERS 1");
            await(nodes.get(0), TAKE.formatted("key"), "FAILED UNAVAILABLE");
        } finally {
            nodes.forEach(NodeProcess::close);
        }
    }

    /** T13: two of three are. */
    @Test
    void twoOfThreeMembersGoOnWhenTheThirdDiesAndPartsAreDenied() throws Exception {
        List<NodeProcess> nodes =
                NodeProcess.cluster("deny-3", 3, PartitionHandling.DENY_READ_WRITES);
        try {
            for (int key = 0; key < 20; key++) {
                assertThat(nodes.get(0).ask(TAKE.formatted("key-" + key), "TOOK"))
                        .startsWith("TOOK 1 0 ");
            }
            nodes.get(2).kill();
            await(nodes.get(0), "members", "MEMBERS 2");
            for (int key = 0; key < 20; key++) {
                // What was granted before is still known.
                String answer = nodes.get(key % 2).ask(TAKE.formatted("key-" + key), "TOOK 1 ");
                assertThat(Long.parseLong(answer.substring(7, answer.lastIndexOf(' '))))
                        .isGreaterThan(HOUR / 2);
            }
        } finally {
            nodes.forEach(NodeProcess::close);
        }
    }

    /** T14: parts that go on alone limit alone, and agree when they meet again. */
    @Test
    void twoPartsLimitTwiceWhileTheyAreApart() throws Exception {
        System.setProperty("loopback.silence", "3000");
        List<NodeProcess> nodes =
                NodeProcess.cluster("split", 3, PartitionHandling.ALLOW_READ_WRITES);
        try {
            Path majority = folder.resolve("majority");
            Path minority = folder.resolve("minority");
            for (NodeProcess node : nodes) {
                node.ask("open 0 10 50", "OPENED");
            }
            String load = "load hot %d %d 2 0 40000 %s";
            nodes.get(0).ask(load.formatted(INTERVAL, BURST, majority), "LOADING");
            nodes.get(2).ask(load.formatted(INTERVAL, BURST, minority), "LOADING");
            long start = System.nanoTime();
            nodes.get(2).ask("discard true", "DISCARDING");
            await(nodes.get(0), "members", "MEMBERS 2");
            await(nodes.get(2), "members", "MEMBERS 1");
            LockSupport.parkNanos(SECONDS.toNanos(3));
            nodes.get(2).ask("discard false", "DISCARDING");
            await(nodes.get(0), "members", "MEMBERS 3");
            await(nodes.get(2), "members", "MEMBERS 3");
            long apart = System.nanoTime() - start;
            LockSupport.parkNanos(SECONDS.toNanos(3));
            List<Start> grants = GrantLog.read(majority, minority);
            double excess = ENVELOPE.excess(grants, Start::slotNanos);
            List<Start> merged =
                    grants.stream().filter(grant -> grant.startNanos() > start + apart).toList();
            double afterwards = ENVELOPE.excess(merged, Start::slotNanos);
            System.out.printf(
                    "T14: apart for %d ms, %.1f permits too many, %.1f after the merge%n",
                    apart / 1_000_000, excess, afterwards);
            assertThat(excess).isBetween(1.0, (double) apart / INTERVAL + BURST + BURST);
            assertThat(afterwards).isLessThanOrEqualTo(BURST);
        } finally {
            System.clearProperty("loopback.silence");
            nodes.forEach(NodeProcess::close);
        }
    }
}
