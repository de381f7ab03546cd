// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import static dev.resilience4cata.benchmarks.cluster.SampleRuns.FREE;
import static dev.resilience4cata.benchmarks.cluster.SampleRuns.LIMITED;
import static dev.resilience4cata.benchmarks.cluster.SampleRuns.good;
import static dev.resilience4cata.benchmarks.cluster.SampleRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PromisesTest {

    private static List<String> brokenBy(Cell cell, Contender contender, Run run) {
        Results results = good(Contender.OURS);
        results.add(cell, contender, run);
        return Promises.broken(results);
    }

    @Test
    void areKeptByOneCommandForADecisionWithinTheLimit() {
        assertThat(Promises.broken(good(Contender.OURS, Contender.BUCKET4J))).isEmpty();
    }

    @Test
    void areBrokenByACommandMoreOrLess() {
        assertThat(brokenBy(FREE, Contender.OURS, run(1000, 0, 1001, 5000, 1000, 0)))
                .anyMatch(line -> line.contains("1.0010 commands for a decision"));
        assertThat(brokenBy(FREE, Contender.OURS, run(1000, 0, 999, 5000, 1000, 0)))
                .anyMatch(line -> line.contains("0.9990 commands for a decision"));
        assertThat(brokenBy(LIMITED, Contender.OURS, run(1000, 0, 1001, 5000, 1000, 0)))
                .anyMatch(line -> line.contains("1.0010 commands for a decision"));
    }

    @Test
    void allowFewerCommandsWhereCallsAreRefusedOrAskedForTogether() {
        assertThat(brokenBy(LIMITED, Contender.OURS, run(1000, 0, 700, 5000, 1000, 0))).isEmpty();
        Cell threads = new Cell(1, 1, 8, false);
        assertThat(brokenBy(threads, Contender.OURS, run(1000, 0, 300, 5000, 1000, 0))).isEmpty();
    }

    @Test
    void areBrokenByOneCallTooMany() {
        assertThat(brokenBy(LIMITED, Contender.OURS, run(4000, 0, 4000, 5000, 2001, 1)))
                .anyMatch(line -> line.contains("1.0 calls too many"));
    }

    @Test // 200 may pass at once
    void areBrokenByLeasesOfMoreThanAFifthOfTheBurst() {
        assertThat(brokenBy(LIMITED, Contender.LEASES, run(4000, 0, 400, 5000, 2040, 40)))
                .isEmpty();
        assertThat(brokenBy(LIMITED, Contender.LEASES, run(4000, 0, 400, 5000, 2041, 41)))
                .anyMatch(line -> line.contains("ours, leases: 41.0 calls too many"));
    }

    @Test
    void areBrokenByALimiterThatRefusesWhatMayPass() {
        assertThat(brokenBy(LIMITED, Contender.OURS, run(4000, 0, 4000, 5000, 1700, 0)))
                .anyMatch(line -> line.contains("1700 were admitted of 2000 calls"));
        assertThat(brokenBy(LIMITED, Contender.OURS, run(1000, 0, 1000, 5000, 850, 0)))
                .anyMatch(line -> line.contains("850 were admitted of 1000 calls"));
    }

    @Test
    void areBrokenIfEvenTheBestRunTakesLong() {
        Results slow = new Results();
        slow.add(FREE, Contender.OURS, run(1000, 0, 1000, 41_000, 1000, 0));
        assertThat(Promises.broken(slow)).anyMatch(line -> line.contains("41.0 us in Redis"));
        slow.add(FREE, Contender.OURS, run(1000, 0, 1000, 39_000, 1000, 0));
        assertThat(Promises.broken(slow)).isEmpty();
    }

    @Test
    void areBrokenByAFailureOfAnybodySinceThenTheFiguresAreNotThoseOfDecisions() {
        assertThat(brokenBy(FREE, Contender.REDISSON, run(1000, 1, 1000, 5000, 1000, 0)))
                .anyMatch(line -> line.contains("Redisson: failed: 1"));
    }

    @Test
    void doNotBindPeers() {
        assertThat(brokenBy(FREE, Contender.BUCKET4J, run(1000, 0, 9000, 90_000, 2500, 500)))
                .isEmpty();
    }
}
