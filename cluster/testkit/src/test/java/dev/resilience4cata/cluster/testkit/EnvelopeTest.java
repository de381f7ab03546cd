// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

    /** Three at once, then one every 10 ns. */
    private static final Envelope ENVELOPE = new Envelope(10, 3);

    private static double excess(long... times) {
        List<Start> starts =
                LongStream.of(times).mapToObj(at -> new Start("a", 1, at, -at)).toList();
        return ENVELOPE.excess(starts, Start::slotNanos);
    }

    @Test
    void hasNothingTooMuchInAScheduleThatIsFull() {
        assertThat(excess(0, 0, 0, 10, 20, 30)).isZero();
    }

    @Test
    void findsTheWorstWindowWhereverItIs() {
        assertThat(excess(0, 0, 0, 1000, 1000, 1000, 1000, 5000)).isEqualTo(1);
        assertThat(excess(0, 0, 0, 9)).isEqualTo(0.1);
        assertThat(excess(5000, 9, 0, 0, 0)).as("in any order").isEqualTo(0.1);
    }

    @Test
    void saysHowMuchWasLeft() {
        assertThat(excess()).isEqualTo(-3);
        assertThat(excess(0, 100)).isEqualTo(-2);
    }

    @Test
    void countsThePermitsOfAStart() {
        List<Start> starts = List.of(new Start("a", 3, 0, 0), new Start("a", 2, 10, 10));
        assertThat(ENVELOPE.excess(starts, Start::startNanos)).isEqualTo(1);
    }

    @Test
    void takesThePartThatWasUsedFromTheMiddleWindow() {
        // Windows of 20 ns, which earn two: with two, none, two, one, and one that is not over.
        List<Start> starts =
                LongStream.of(0, 15, 41, 59, 60, 80, 80, 80)
                        .mapToObj(at -> new Start("a", 1, at, -at))
                        .toList();
        assertThat(ENVELOPE.usedInMedian(starts, Start::slotNanos, 20)).isEqualTo(0.5);
        assertThat(ENVELOPE.usedInMedian(starts.subList(0, 4), Start::slotNanos, 20)).isZero();
    }

    @Test
    void allowsTheBurstAndWhatIsEarned() {
        assertThat(ENVELOPE.allowed(25)).isEqualTo(5.5);
    }
}
