// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.resilience4cata.benchmarks.worker.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunTest {

    private static final long SECOND = 1_000_000_000;

    /** INFO before, and after two decisions of ours: one granted, one refused. */
    private static final String BEFORE =
            """
            # Commandstats\r
            cmdstat_info:calls=1,usec=50,usec_per_call=50.00\r
            cmdstat_evalsha:calls=10,usec=100,usec_per_call=10.00\r
            cmdstat_get:calls=10,usec=10,usec_per_call=1.00\r
            # CPU\r
            used_cpu_sys:1.000000\r
            used_cpu_user:2.000000\r
            used_cpu_sys_children:9.000000\r
            used_cpu_user_main_thread:9.000000\r
            """;

    private static final String AFTER =
            """
            # Commandstats\r
            cmdstat_info:calls=3,usec=150,usec_per_call=50.00\r
            cmdstat_evalsha:calls=12,usec=116,usec_per_call=9.67,rejected_calls=0,failed_calls=0\r
            cmdstat_get:calls=12,usec=12,usec_per_call=1.00\r
            cmdstat_ping:calls=7,usec=7,usec_per_call=1.00\r
            cmdstat_client|setinfo:calls=2,usec=7,usec_per_call=3.50\r
            cmdstat_time:calls=2,usec=2,usec_per_call=1.00\r
            cmdstat_set:calls=1,usec=2,usec_per_call=2.00\r
            # CPU\r
            used_cpu_sys:1.000020\r
            used_cpu_user:2.000010\r
            used_cpu_sys_children:9.500000\r
            used_cpu_user_main_thread:9.500000\r
            """;

    @Test
    void tellsSentCommandsFromThoseInScripts() {
        Outcome outcome = new Outcome(1);
        outcome.add(0, true, 0, 60_000);
        outcome.add(0, false, 0, 80_000);
        RedisUsage used = RedisUsage.parse(AFTER).since(RedisUsage.parse(BEFORE));

        Run run = Run.of(Contender.OURS, SampleRuns.LIMITED, outcome, used);

        assertThat(run.sentEach()).isEqualTo(1);
        assertThat(run.inScriptsEach()).isEqualTo(2.5);
        assertThat(run.commandMicrosEach()).isEqualTo(8);
        assertThat(run.cpuMicrosEach()).isCloseTo(15, within(1e-3));
        assertThat(run.p50()).isCloseTo(60, within(0.1));
    }

    @Test
    void knowsWhatBucket4jSendsAndWhatItsScriptsRun() {
        // 10 buckets that are read, missed, read again and made; then 90 decisions, 5 of them with
        // one more round because another was faster.
        Map<String, Long> counted =
                Map.of("eval", 10L + 95, "get", 20L + 95 + 95, "set", 10L, "psetex", 90L);
        assertThat(Contender.BUCKET4J.sent(counted))
                .containsExactlyInAnyOrderEntriesOf(Map.of("eval", 105L, "get", 20L + 95));
    }

    @Test
    void findsTheKeyThatHasTooManyBesideOthersThatHaveFew() {
        Cell cell = new Cell(10_000, 1, 1, true);
        Outcome outcome = new Outcome(10_000);
        for (int call = 0; call < 9; call++) {
            outcome.add(0, true, 0, 3 * SECOND); // one at once, and two a second: 7 may pass
        }
        outcome.add(1, true, 0, 3 * SECOND);

        Run run = Run.of(Contender.OURS, cell, outcome, RedisUsage.parse(""));

        assertThat(run.allowed()).isEqualTo(7);
        assertThat(run.granted()).isEqualTo(9);
        assertThat(run.excess()).isEqualTo(2);
    }

    @Test
    void allowsTheBurstAndTheRateOfTheTimeThatItTook() {
        Outcome outcome = new Outcome(1);
        outcome.add(0, true, 0, SECOND / 2);
        Run run = Run.of(Contender.OURS, SampleRuns.LIMITED, outcome, RedisUsage.parse(""));
        assertThat(run.allowed()).isEqualTo(200 + 1000);
        assertThat(run.excess()).isZero();
    }

    @Test
    void aLimitThatIsNeverReachedHasNoExcess() {
        assertThat(SampleRuns.FREE.limit().permits()).isEqualTo(1_000_000_000);
        Outcome outcome = new Outcome(1);
        outcome.add(0, true, 0, 1);
        assertThat(Run.of(Contender.OURS, SampleRuns.FREE, outcome, RedisUsage.parse("")).excess())
                .isZero();
    }
}
