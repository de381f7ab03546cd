// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrowdTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir Path folder;

    /** Called by a crowd. */
    public static final class Reporting implements CrowdTask {
        @Override
        public Work prepare(CrowdReport report, List<String> arguments) {
            return () -> {
                report.started(arguments.get(0), 2, 7);
                report.count("refused", 3);
            };
        }
    }

    /** Called by a crowd. */
    public static final class Endless implements CrowdTask {
        @Override
        public Work prepare(CrowdReport report, List<String> arguments) {
            report.count("prepared", 1);
            return () -> new CountDownLatch(1).await();
        }
    }

    /** Called by a crowd. */
    public static final class Failing implements CrowdTask {
        @Override
        public Work prepare(CrowdReport report, List<String> arguments) {
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void collectsWhatItsMembersDo() throws Exception {
        try (Crowd crowd = new Crowd(folder, Reporting.class)) {
            crowd.add("a");
            crowd.add("b");
            long before = System.nanoTime();
            crowd.begin();
            crowd.await(LONG);
            assertThat(crowd.starts())
                    .extracting(Start::key, Start::permits, Start::slotNanos)
                    .containsExactlyInAnyOrder(tuple("a", 2, 7L), tuple("b", 2, 7L));
            assertThat(crowd.starts())
                    .allSatisfy(
                            start ->
                                    assertThat(start.startNanos())
                                            .isBetween(before, System.nanoTime()));
            assertThat(crowd.counts()).containsOnly(entry("refused", 6L));
        }
    }

    @Test
    void keepsWhatAKilledMemberHasDone() throws Exception {
        try (Crowd crowd = new Crowd(folder, Endless.class)) {
            int member = crowd.add();
            crowd.begin();
            crowd.kill(member);
            crowd.await(LONG);
            assertThat(crowd.counts()).containsOnly(entry("prepared", 1L));
        }
    }

    @Test
    void saysWhatAMemberDiedOf() throws Exception {
        try (Crowd crowd = new Crowd(folder, Failing.class)) {
            crowd.add();
            assertThatThrownBy(crowd::begin)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("on purpose");
        }
    }
}
