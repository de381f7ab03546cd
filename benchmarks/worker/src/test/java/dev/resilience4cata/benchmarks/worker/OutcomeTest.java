// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutcomeTest {

    @Test
    void goesThroughALine() {
        Outcome outcome = new Outcome(3);
        outcome.add(2, true, 1_000, 1_700);
        outcome.add(2, true, 2_000, 2_900);
        outcome.add(1, false, 500, 600);
        outcome.addFailed(4);

        Outcome read = Outcome.parse(outcome.line());

        assertThat(read.decisions()).isEqualTo(3);
        assertThat(read.granted(0)).isZero();
        assertThat(read.granted(1)).isZero();
        assertThat(read.granted(2)).isEqualTo(2);
        assertThat(read.failed()).isEqualTo(4);
        assertThat(read.nanos()).isEqualTo(2_400);
        assertThat(read.nanosOf(50)).isEqualTo(700);
        assertThat(read.nanosOf(100)).isEqualTo(900);
    }

    @Test
    void goesThroughALineWithoutCalls() {
        Outcome read = Outcome.parse(new Outcome(2).line());
        assertThat(read.decisions()).isZero();
        assertThat(read.nanos()).isZero();
    }

    @Test
    void addsUpFromTheFirstCallToTheLastAnswerOfAll() {
        Outcome sum = new Outcome(1);
        sum.add(new Outcome(1));
        for (int process = 0; process < 3; process++) {
            Outcome outcome = new Outcome(1);
            outcome.add(0, process > 0, 100L * process, 100L * process + 50);
            outcome.addFailed(1);
            sum.add(outcome);
        }
        assertThat(sum.decisions()).isEqualTo(3);
        assertThat(sum.granted(0)).isEqualTo(2);
        assertThat(sum.failed()).isEqualTo(3);
        assertThat(sum.nanos()).isEqualTo(250);
    }
}
