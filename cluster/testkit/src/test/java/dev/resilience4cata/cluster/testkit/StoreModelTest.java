// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.spi.GiveBack;
import dev.resilience4cata.spi.Grant;
import dev.resilience4cata.spi.Take;
import org.junit.jupiter.api.Test;

/** In numbers for the head: a unit lasts 10 ns, the burst is 30 ns, and nobody waits beyond 50. */
class StoreModelTest {

    private final StoreModel model = new StoreModel();

    private Grant take(int min, int max, long now) {
        return model.take(new Take("a", 10, min, max, 50, 100), now);
    }

    private long giveBack(long slotEnd, GiveBack.Rule rule, long now) {
        return model.giveBack(new GiveBack("a", slotEnd, 10, 30, rule), now);
    }

    @Test
    void grantsWhatThereIsRoomFor() {
        assertThat(take(1, 9, 1000)).isEqualTo(new Grant(5, 0, 1000, false));
        assertThat(take(1, 1, 1009)).isEqualTo(new Grant(0, 41, 1009, false));
        assertThat(take(1, 9, 1025)).isEqualTo(new Grant(2, 25, 1025, false));
    }

    @Test
    void grantsTheFewestThatHelpOrNone() {
        assertThat(take(3, 3, 1000).units()).isEqualTo(3);
        assertThat(take(3, 3, 1000).units()).isZero();
        assertThat(take(2, 3, 1000).units()).isEqualTo(2);
    }

    /** T10. */
    @Test
    void cutsWhatIsTooFarAhead() {
        assertThat(take(5, 5, 1000).units()).isEqualTo(5);
        assertThat(take(1, 1, 800))
                .as("the clock was set back")
                .isEqualTo(new Grant(0, 100, 800, true));
        assertThat(take(1, 1, 801)).isEqualTo(new Grant(0, 99, 801, false));
        assertThat(take(1, 1, 860)).isEqualTo(new Grant(1, 40, 860, false));
    }

    /** T5: the example of an idle limiter with burst 1. */
    @Test
    void doesNotGiveBackWhatHasPassed() {
        take(1, 1, 1000);
        take(1, 1, 1100);
        assertThat(giveBack(1010, GiveBack.Rule.LAST, 1100)).isZero();
        assertThat(giveBack(1010, GiveBack.Rule.STRICT, 1100)).isZero();
        assertThat(giveBack(1110, GiveBack.Rule.LAST, 1103)).as("what is left of it").isEqualTo(7);
    }

    /** T5. */
    @Test
    void givesBackTheLastAloneOrUnlessSomebodyWaits() {
        take(2, 2, 1000); // until 1020
        assertThat(giveBack(1010, GiveBack.Rule.LAST, 1000)).isZero();
        assertThat(giveBack(1010, GiveBack.Rule.STRICT, 1000)).isEqualTo(10);
        take(4, 4, 1000); // until 1050
        assertThat(giveBack(1040, GiveBack.Rule.STRICT, 1010)).as("40 ns ahead").isZero();
        assertThat(giveBack(1040, GiveBack.Rule.STRICT, 1020)).as("30 ns ahead").isEqualTo(10);
        assertThat(giveBack(1060, GiveBack.Rule.STRICT, 1020)).as("of no schedule").isZero();
    }
}
