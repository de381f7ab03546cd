// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When calls are kept from a store, and when one may try again; cluster.md 2.8. */
class BreakerTest {

    private static final long MILLI = 1_000_000;

    private final Breaker breaker = new Breaker(50 * MILLI);

    private void fail(int times, long now) {
        for (int i = 0; i < times; i++) {
            breaker.failed(now);
        }
    }

    @ParameterizedTest // wherever the clock begins, an overflow on the way included
    @ValueSource(longs = {0, -1, 1_000_000_000, Long.MAX_VALUE - 100 * 1_000_000})
    void opensAfterFiveFailuresInARowForHalfASecond(long origin) {
        fail(4, origin);
        assertThat(breaker.isPassable(origin)).isTrue();
        assertThat(breaker.failed(origin)).as("opens it").isTrue();
        assertThat(breaker.isPassable(origin)).isFalse();
        assertThat(breaker.tryPass(origin)).isFalse();
        assertThat(breaker.failed(origin)).as("is open").isFalse();
        assertThat(breaker.nanosUntilPassable(origin)).isBetween(400 * MILLI, 600 * MILLI);
        assertThat(breaker.isPassable(origin + 400 * MILLI - 1)).isFalse();
        assertThat(breaker.isPassable(origin + 600 * MILLI)).isTrue();
    }

    @Test
    void thePauseVaries() {
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        for (int i = 0; i < 1000; i++) {
            Breaker one = new Breaker(50 * MILLI);
            for (int failure = 0; failure < 5; failure++) {
                one.failed(0);
            }
            shortest = Math.min(shortest, one.nanosUntilPassable(0));
            longest = Math.max(longest, one.nanosUntilPassable(0));
        }
        assertThat(shortest).isBetween(400 * MILLI, 430 * MILLI);
        assertThat(longest).isBetween(570 * MILLI, 600 * MILLI);
    }

    @Test
    void anAnswerBetweenFailuresBeginsTheRowAgain() {
        fail(4, 0);
        assertThat(breaker.succeeded(0)).as("was closed").isFalse();
        fail(4, 0);
        assertThat(breaker.isPassable(0)).isTrue();
        fail(1, 0);
        assertThat(breaker.isPassable(0)).isFalse();
    }

    @Test
    void opensWhenHalfOfTwentyWithinASecondHaveFailed() {
        for (int i = 0; i < 9; i++) {
            breaker.failed(i * 50L * MILLI);
            breaker.succeeded(i * 50L * MILLI + 1);
        }
        breaker.failed(460 * MILLI);
        assertThat(breaker.isPassable(460 * MILLI)).as("19 so far").isTrue();
        breaker.succeeded(460 * MILLI);
        breaker.failed(461 * MILLI);
        assertThat(breaker.isPassable(461 * MILLI)).isFalse();
    }

    @Test
    void doesNotOpenWhenFewerOrInALongerTime() {
        for (int i = 0; i < 100; i++) { // a third
            breaker.failed(i * MILLI);
            breaker.succeeded(i * MILLI);
            breaker.succeeded(i * MILLI);
            assertThat(breaker.isPassable(i * MILLI)).isTrue();
        }
        Breaker slow = new Breaker(50 * MILLI);
        for (int i = 0; i < 100; i++) { // half, but 20 take more than a second
            slow.failed(i * 106L * MILLI);
            slow.succeeded(i * 106L * MILLI);
            assertThat(slow.isPassable(i * 106L * MILLI)).isTrue();
        }
    }

    @Test
    void oneTriesAndIfItIsAnsweredAllMayPass() {
        fail(5, 0);
        assertThat(breaker.succeeded(MILLI)).as("to what was asked before").isFalse();
        assertThat(breaker.isPassable(MILLI)).isFalse();
        long after = 600 * MILLI;
        assertThat(breaker.tryPass(after)).isTrue();
        assertThat(breaker.tryPass(after)).as("while it is on its way").isFalse();
        assertThat(breaker.isPassable(after)).isFalse();
        assertThat(breaker.nanosUntilPassable(after)).isEqualTo(50 * MILLI);
        assertThat(breaker.succeeded(after)).as("closes it").isTrue();
        assertThat(breaker.tryPass(after)).isTrue();
        assertThat(breaker.nanosUntilPassable(after)).isZero();
        fail(4, after);
        assertThat(breaker.isPassable(after)).as("what was before is forgotten").isTrue();
    }

    @Test
    void ifItFailsAllWaitAgain() {
        fail(5, 0);
        long after = 600 * MILLI;
        assertThat(breaker.tryPass(after)).isTrue();
        assertThat(breaker.failed(after)).as("it has never been closed").isFalse();
        assertThat(breaker.isPassable(after + 400 * MILLI - 1)).isFalse();
        assertThat(breaker.tryPass(after + 600 * MILLI)).isTrue();
    }

    @Test // its caller has given up, so nobody finds that it is late
    void ifNothingIsHeardOfItAnotherOneTries() {
        fail(5, 0);
        assertThat(breaker.tryPass(600 * MILLI)).isTrue();
        assertThat(breaker.tryPass(650 * MILLI - 1)).isFalse();
        assertThat(breaker.tryPass(650 * MILLI)).isTrue();
        assertThat(breaker.tryPass(650 * MILLI)).isFalse();
    }
}
