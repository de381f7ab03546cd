// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** C42: what a call has of two limiters. */
class ReservationTest {

    private final ManualClock clock = new ManualClock();
    private final GcraLimiter first = exhausted();
    private final GcraLimiter second = exhausted();
    private final Reservation reservation = reservation();

    private GcraLimiter exhausted() {
        GcraLimiter limiter =
                new GcraLimiter(
                        new Quota(
                                new RateLimiterConfig(
                                        1, Duration.ofNanos(10), 1, Duration.ofHours(1), true),
                                false),
                        clock);
        assertThat(limiter.acquire()).isSameAs(Reservation.ADMITTED);
        return limiter;
    }

    private Reservation reservation() {
        Reservation reservation = null;
        for (GcraLimiter limiter : new GcraLimiter[] {second, first}) {
            limiter.hold(0);
            reservation = limiter.take(0, 10, reservation);
            limiter.release();
        }
        assertThat(reservation).isNotNull();
        assertThat(reservation.dueNanos).isEqualTo(10);
        return reservation;
    }

    private static long nextOf(GcraLimiter limiter) {
        return limiter.view().nanosToNextPermit();
    }

    @Test
    void holdsASlotOfEach() {
        assertThat(nextOf(first)).isEqualTo(20);
        assertThat(nextOf(second)).isEqualTo(20);
    }

    @Test
    void givesBothBack() {
        reservation.giveBack();
        assertThat(nextOf(first)).isEqualTo(10);
        assertThat(nextOf(second)).isEqualTo(10);
    }

    @Test
    void startsInBoth() {
        clock.advance(Duration.ofNanos(10));
        assertThat(reservation.start(10)).isTrue();
        assertThat(nextOf(first)).isEqualTo(10);
        assertThat(nextOf(second)).isEqualTo(10);
    }

    @Test // S21
    void doesNotStartIfEitherIsClosed() {
        second.close();
        assertThat(reservation.start(10)).isFalse();
        first.close();
        assertThat(reservation.start(10)).isFalse();
    }

    @Test // S21
    void doesNotStartIfTheFirstAloneIsClosed() {
        first.close();
        assertThat(reservation.start(10)).isFalse();
    }
}
