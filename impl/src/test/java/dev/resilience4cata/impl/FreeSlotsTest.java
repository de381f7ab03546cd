// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** S13: gaps in the schedule, in numbers for the head. */
class FreeSlotsTest {

    /** One call every ten nanoseconds, counted in nanoseconds. */
    private static final Quota TEN = quota(1, 1);

    /** Three calls in ten nanoseconds, counted in thirds: ten of them from one to the next. */
    private static final Quota THIRDS = quota(3, 1);

    private final FreeSlots slots = new FreeSlots();

    private static Quota quota(int permits, int burst) {
        return new Quota(
                new RateLimiterConfig(
                        permits, Duration.ofNanos(10), burst, Duration.ofSeconds(1), true),
                false);
    }

    private OptionalLong earliest(long now) {
        return slots.earliest(TEN, now);
    }

    @Test
    void aSlotIsFreeUntilItsCallWouldMeetTheNext() {
        slots.open(TEN, 10, 20); // up to 30, where the next one is
        assertThat(earliest(0)).hasValue(10);
        assertThat(earliest(15)).hasValue(15);
        assertThat(earliest(20)).hasValue(20);
        assertThat(earliest(21)).isEmpty();
    }

    @Test
    void gapsThatTouchAreOne() {
        slots.open(TEN, 30, 30);
        slots.open(TEN, 20, 20);
        assertThat(earliest(25)).hasValue(25); // up to 35, over the border
        slots.take(TEN, -100, 25);
        assertThat(slots.closeBelow(TEN, 40)).isEqualTo(35);
    }

    @Test
    void gapsThatDoNotTouchStayTwo() {
        slots.open(TEN, 40, 40);
        slots.open(TEN, 20, 20);
        assertThat(earliest(25)).hasValue(40);
        assertThat(slots.closeBelow(TEN, 30)).isEqualTo(20);
        assertThat(slots.closeBelow(TEN, 50)).isEqualTo(40);
    }

    @Test
    void whatIsTakenLeavesWhatIsBelowAndAbove() {
        slots.open(TEN, 0, 50);
        slots.take(TEN, -100, 30);
        assertThat(earliest(0)).hasValue(0);
        assertThat(earliest(21)).hasValue(40);
        assertThat(slots.closeBelow(TEN, 30)).isEqualTo(0);
        assertThat(slots.closeBelow(TEN, 60)).isEqualTo(40);
        assertThat(earliest(0)).isEmpty();
    }

    @Test
    void whatIsTakenLeavesNothingOfThePast() {
        slots.open(TEN, 0, 50);
        slots.take(TEN, 30, 30);
        assertThat(slots.closeBelow(TEN, 30)).isEqualTo(30);
        slots.open(TEN, -50, -50);
        slots.take(TEN, -45, -45); // of a thread whose clock is behind
        assertThat(slots.earliest(TEN, -100)).hasValue(40);
    }

    @Test
    void whatIsTakenWholeLeavesNothing() {
        slots.open(TEN, 20, 20);
        slots.take(TEN, -100, 20);
        assertThat(earliest(0)).isEmpty();
        assertThat(slots.closeBelow(TEN, 30)).isEqualTo(30);
    }

    @Test
    void aNarrowGapIsForTheCallAboveItOnly() {
        slots.open(TEN, 16, 20);
        slots.take(TEN, -100, 20); // leaves 16 to 20
        assertThat(slots.earliestBelow(TEN, 0, 20)).hasValue(16);
        assertThat(slots.earliestBelow(TEN, 18, 20)).hasValue(18);
        assertThat(slots.earliestBelow(TEN, 20, 20)).isEmpty();
        assertThat(slots.earliestBelow(TEN, 0, 50)).isEmpty();
        assertThat(slots.earliestBelow(quota(1, 2), 0, 20)).hasValue(16);
        assertThat(earliest(0)).isEmpty();
    }

    @Test
    void aCallThatMovesDownLooksNoHigherThanItself() {
        slots.open(TEN, 40, 40);
        assertThat(slots.earliestBelow(TEN, 0, 30)).isEmpty();
        assertThat(slots.earliestBelow(TEN, 0, 50)).hasValue(40);
    }

    @Test // without tolerance a call can start on whole nanoseconds only: every third unit
    void aSlotThatMovedOnToTheNextNanosecondIsStillTheSame() {
        slots.open(THIRDS, 0, 0);
        assertThat(slots.closeBelow(THIRDS, 12)).as("10, moved on").isEqualTo(0);
        slots.open(THIRDS, 0, 0);
        assertThat(slots.closeBelow(THIRDS, 13)).as("another one").isEqualTo(13);
        assertThat(slots.closeBelow(THIRDS, 9)).as("one before").isEqualTo(9);
        assertThat(slots.closeBelow(THIRDS, 10)).as("10 itself").isEqualTo(0);
    }

    @Test
    void gapsThatTouchButForTheNextNanosecondAreOne() {
        slots.open(THIRDS, 12, 12);
        slots.open(THIRDS, 0, 0);
        assertThat(slots.closeBelow(THIRDS, 24)).as("22, moved on").isEqualTo(0);
        slots.open(THIRDS, 13, 13);
        slots.open(THIRDS, 0, 0);
        assertThat(slots.closeBelow(THIRDS, 24)).as("23, moved on").isEqualTo(13);
    }

    @Test
    void freeSlotsAreOnWholeNanosecondsWithoutTolerance() {
        slots.open(THIRDS, 1, 20);
        assertThat(slots.earliest(THIRDS, 0)).hasValue(3);
        assertThat(slots.earliest(quota(3, 2), 0)).hasValue(1);
    }

    @Test
    void asManyCallsMayStartAsFitWithinTheTolerance() {
        Gcra three = quota(1, 3).rule; // 20 ahead
        slots.open(TEN, 0, 90);
        assertThat(slots.startable(three, 0, 0)).isEqualTo(3);
        assertThat(slots.startable(three, 71, 71)).as("71 and 81 up to 90").isEqualTo(2);
        assertThat(slots.startable(three, 90, 90)).isEqualTo(1);
        assertThat(slots.startable(three, 91, 91)).isZero();
        assertThat(slots.startable(quota(1, 1).rule, 50, 50)).isEqualTo(1);
    }

    @Test
    void aGapThatHasPassedIsForgotten() {
        slots.open(TEN, 0, 0);
        slots.open(TEN, 20, 20);
        slots.expire(9);
        assertThat(slots.closeBelow(TEN, 10)).as("not yet past").isEqualTo(0);
        slots.open(TEN, 0, 0);
        slots.expire(10);
        assertThat(slots.closeBelow(TEN, 10)).as("past").isEqualTo(10);
        assertThat(slots.closeBelow(TEN, 30)).as("to come").isEqualTo(20);
    }

    @Test
    void gapsMoveToAnotherOriginAsTheyAre() {
        slots.open(TEN, 10, 20);
        slots.translate(moment -> moment - 100);
        assertThat(earliest(-1000)).hasValue(-90);
        assertThat(slots.closeBelow(TEN, -70)).isEqualTo(-90);
    }
}
