// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Clock;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.RateLimiterSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a limiter does, in numbers for the head. */
class LimiterTest {

    private static final long SECOND = 1_000_000_000L;

    private final ManualClock clock = new ManualClock();

    @Test // S1
    void admitsTheBurstThenOneCallPerInterval() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
        clock.advance(ofMillis(100).minusNanos(1));
        assertThat(limiter.tryAcquire()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
        clock.advance(ofMillis(250));
        assertThat(Limiters.drain(limiter)).isEqualTo(2);
        clock.advance(ofMillis(50)); // the half that was left over counts
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
    }

    @Test // S1
    void aBurstOfOneSpacesCallsEvenly() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofSeconds(1)).burst(1));
        clock.advance(ofDays(1));
        for (int i = 0; i < 10; i++) {
            assertThat(Limiters.drain(limiter)).as("calls in slot %s", i).isEqualTo(1);
            clock.advance(ofMillis(100));
        }
    }

    @Test // S1
    void aBurstMayBeLargerThanPermits() {
        RateLimiterHandle limiter = limiter(b -> b.permits(1).period(ofSeconds(1)).burst(5));
        assertThat(Limiters.drain(limiter)).isEqualTo(5);
        clock.advance(ofSeconds(2));
        assertThat(Limiters.drain(limiter)).isEqualTo(2);
        clock.advance(ofSeconds(100));
        assertThat(Limiters.drain(limiter)).isEqualTo(5);
    }

    @Test // S3, C13
    void rejectedCallsLeaveNoTrace() {
        RateLimiterHandle limiter = limiter(b -> b.permits(10).period(ofMinutes(10)));
        assertThat(Limiters.drain(limiter)).isEqualTo(10);
        List<Integer> admittedAt = new ArrayList<>();
        for (int second = 1; second <= 600; second++) {
            clock.advance(ofSeconds(1));
            if (limiter.tryAcquire()) {
                admittedAt.add(second);
            }
        }
        assertThat(admittedAt).containsExactly(60, 120, 180, 240, 300, 360, 420, 480, 540, 600);
    }

    @Test // S2, C11: the most common complaint, and right
    void theFirstPeriodLetsThroughTheBurstAndTheRate() {
        RateLimiterHandle limiter = limiter(b -> b.permits(1200).period(ofMinutes(1)));
        long passed = Limiters.drain(limiter);
        assertThat(passed).isEqualTo(1200);
        for (int millis = 1; millis <= 60_000; millis++) {
            clock.advance(ofMillis(1));
            passed += Limiters.drain(limiter);
        }
        assertThat(passed).isEqualTo(2400);
    }

    @Test // S5, C01
    void anOldReadingAfterANewOneIsRejected() {
        ScriptedClock script = new ScriptedClock();
        RateLimiterHandle limiter = Limiters.with(script, b -> b.permits(1).period(ofMillis(100)));
        script.readings(SECOND, 0);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
        for (int i = 0; i < 500; i++) {
            script.readings(0, SECOND);
            assertThat(limiter.tryAcquire()).isFalse();
            assertThat(limiter.tryAcquire()).isFalse();
        }
        script.readings(SECOND + 99_999_999, SECOND + 100_000_000);
        assertThat(limiter.tryAcquire()).isFalse();
        assertThat(limiter.tryAcquire()).isTrue();
    }

    @Test // S5, C01
    void alternatingReadingsAdmitOneCallForEachTime() {
        ScriptedClock script = new ScriptedClock();
        RateLimiterHandle limiter = Limiters.with(script, b -> b.permits(1).period(ofMillis(100)));
        int admitted = 0;
        for (int i = 0; i < 501; i++) {
            script.readings(0, SECOND);
            admitted += limiter.tryAcquire() ? 1 : 0;
            admitted += limiter.tryAcquire() ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(2);
    }

    @Test // S5: older by more than the limiter can count in fractions of a nanosecond (0.5 s here)
    void aVeryOldReadingNeitherPassesNorFreesAnything() {
        ScriptedClock script = new ScriptedClock();
        RateLimiterHandle limiter =
                Limiters.with(
                        script, b -> b.permits(Integer.MAX_VALUE).period(ofMillis(2200)).burst(2));
        script.readings(100 * SECOND, 0, 100 * SECOND, 0, 100 * SECOND, 100 * SECOND + 2);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).as("100 s ago").isFalse();
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).as("100 s ago").isFalse();
        assertThat(limiter.tryAcquire()).isFalse();
        assertThat(limiter.tryAcquire()).isTrue();
    }

    @Test // S5
    void readsTheClockOncePerCall() {
        AtomicInteger reads = new AtomicInteger();
        Clock counting =
                () -> {
                    reads.incrementAndGet();
                    return 0;
                };
        RateLimiterHandle limiter = Limiters.with(counting, b -> b.permits(2).period(ofSeconds(1)));
        assertThat(reads).as("before the first call").hasValue(0);
        for (int call = 1; call <= 4; call++) {
            assertThat(limiter.tryAcquire()).isEqualTo(call <= 2);
            assertThat(reads).hasValue(call);
        }
    }

    @ParameterizedTest // S5, C03
    @ValueSource(
            longs = {
                0,
                -1,
                -10 * SECOND,
                Long.MAX_VALUE - SECOND,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                1L << 62,
                -(1L << 62),
            })
    void anyOriginOfTheClockGivesTheSameAnswers(long origin) {
        ManualClock clock = new ManualClock(origin);
        RateLimiterHandle limiter = Limiters.with(clock, b -> b.permits(2).period(ofSeconds(1)));
        List<Long> passed = new ArrayList<>();
        passed.add(Limiters.drain(limiter));
        for (int millis : new int[] {500, 499, 1, 1000, 400, 100, 2000, 86_400_000}) {
            clock.advance(ofMillis(millis));
            passed.add(Limiters.drain(limiter));
        }
        assertThat(passed).containsExactly(2L, 1L, 0L, 1L, 2L, 0L, 1L, 2L, 2L);
    }

    @Test // S6, C04
    void anyPauseGivesExactlyTheBurst() {
        RateLimiterHandle limiter = limiter(b -> b.permits(1_000_000).period(ofSeconds(1)));
        assertThat(Limiters.drain(limiter)).isEqualTo(1_000_000);
        assertThat(limiter.availablePermits()).isZero();
        for (int i = 0; i < 1000; i++) {
            clock.advance(ofHours(12));
            assertThat(limiter.availablePermits()).isEqualTo(1_000_000);
        }
        clock.advance(ofDays(200 * 365));
        assertThat(limiter.availablePermits()).isEqualTo(1_000_000);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.availablePermits()).isEqualTo(999_999);
    }

    @ParameterizedTest // S6: the first look after the pause may be the call itself
    @CsvSource({
        "1, 1, 1",
        "7, 10, 7",
        "2147483647, 2147483647, 1",
        "2147483647, 2200000000, 2147483647",
        "3, 86400000000000000, 70",
    })
    void afterTwoHundredYearsTheFirstCallPasses(int permits, long periodNanos, int burst) {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(permits).period(ofNanos(periodNanos)).burst(burst));
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
            clock.advance(ofDays(200 * 365));
        }
        assertThat(limiter.availablePermits()).isEqualTo(burst);
    }

    @ParameterizedTest // S7, C06
    @ValueSource(
            strings = {
                "PT10S",
                "PT2628000H", // 300 years
                "PT2562047H47M16.854775807S", // the longest that fits into a long of nanoseconds
                "PT2562047H47M16.854775808S",
                "PT2562047788015215H30M7.999999999S", // the longest Duration
            })
    void aWaitHoweverLongIsAWaitAndNotARejection(Duration maxWait) {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(2).period(ofSeconds(20)).maxWait(maxWait));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(clock.nanoTime()).isZero();
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(clock.nanoTime()).isEqualTo(10 * SECOND);
        assertThat(limiter.snapshot().maxWait()).isEqualTo(maxWait);
    }

    @Test // S7: with as many fractions of a nanosecond as there can be
    void aWaitForEverIsOneAtAnyRate() {
        RateLimiterHandle limiter =
                limiter(
                        b ->
                                b.permits(Integer.MAX_VALUE)
                                        .period(ofMillis(2200))
                                        .burst(1)
                                        .maxWait(Limits.FOR_EVER));
        for (int i = 0; i < 1000; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(clock.nanoTime()).isEqualTo(2 * 999); // one each 1.02 ns; the clock has no 1.02
    }

    @Test // S1, C14
    void aWaitAsLongAsAllowedIsAcceptedAndOneNanosecondMoreIsNot() {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofSeconds(1)));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(clock.nanoTime()).isEqualTo(SECOND);

        RateLimiterHandle stricter =
                limiter(b -> b.permits(1).period(ofSeconds(1)).maxWait(ofNanos(999_999_999)));
        assertThat(stricter.tryAcquire()).isTrue();
        assertThat(stricter.tryAcquire()).isFalse();
        assertThat(clock.nanoTime()).as("rejected without waiting").isEqualTo(SECOND);
        clock.advance(ofNanos(1));
        assertThat(stricter.tryAcquire()).isTrue();
        assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
    }

    @Test // S8
    void whatItShowsAgreesWithWhatItDoes() {
        RateLimiterHandle limiter = limiter(b -> b.permits(7).period(ofNanos(10)).burst(5));
        for (int round = 0; round < 50; round++) {
            int available = limiter.availablePermits();
            assertThat(limiter.snapshot().availablePermits()).isEqualTo(available);
            assertThat(limiter.timeToNextPermit().isZero()).isEqualTo(available > 0);
            assertThat(Limiters.drain(limiter)).isEqualTo(available);

            Duration next = limiter.timeToNextPermit();
            clock.advance(next.minusNanos(1));
            assertThat(limiter.tryAcquire()).as("one nanosecond early").isFalse();
            clock.advance(ofNanos(1));
            assertThat(limiter.timeToNextPermit()).isZero();
            assertThat(limiter.tryAcquire()).isTrue();
            clock.advance(ofNanos(round % 9));
        }
    }

    @Test // S8
    void lookingChangesNothing() {
        RateLimiterHandle seen = limiter(b -> b.permits(3).period(ofSeconds(1)));
        RateLimiterHandle unseen = limiter(b -> b.permits(3).period(ofSeconds(1)));
        for (int i = 0; i < 200; i++) {
            for (int look = 0; look < 5; look++) {
                seen.availablePermits();
                seen.timeToNextPermit();
                seen.snapshot();
            }
            assertThat(seen.tryAcquire()).isEqualTo(unseen.tryAcquire());
            clock.advance(ofMillis(i % 7 * 100L));
        }
    }

    @Test // S8
    void theSnapshotShowsTheWholeConfiguration() {
        RateLimiterHandle limiter =
                limiter(b -> b.permits(3).period(ofSeconds(2)).burst(5).maxWait(ofMillis(7)));
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "limiter", 4, 3, ofSeconds(2), 5, ofMillis(7), true));
        assertThat(limiter.instanceId()).isEqualTo("limiter");
    }

    @Test // S9
    void aDisabledLimiterPassesEveryCallAndNeverReadsTheClock() {
        Clock broken =
                () -> {
                    throw new AssertionError("a disabled limiter read the clock");
                };
        RateLimiterHandle limiter =
                Limiters.with(broken, b -> b.permits(2).period(ofHours(1)).enabled(false));
        for (int i = 0; i < 1000; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        assertThat(limiter.availablePermits()).isEqualTo(2);
        assertThat(limiter.timeToNextPermit()).isZero();
        assertThat(limiter.snapshot())
                .isEqualTo(
                        new RateLimiterSnapshot(
                                "limiter", 2, 2, ofHours(1), 2, Duration.ZERO, false));
    }

    @Test // S9
    void callsWhileDisabledUseNothingUp() {
        RateLimiterHandle limiter = limiter(b -> b.permits(2).period(ofSeconds(10)));
        assertThat(limiter.tryAcquire()).isTrue();
        limiter.reconfigure(change -> change.enabled(false));
        for (int i = 0; i < 100; i++) {
            assertThat(limiter.tryAcquire()).isTrue();
        }
        limiter.reconfigure(change -> change.enabled(true));
        assertThat(limiter.availablePermits()).as("as before it was disabled").isEqualTo(1);
        assertThat(Limiters.drain(limiter)).isEqualTo(1);
    }

    private RateLimiterHandle limiter(Consumer<RateLimiterConfig.Builder> attributes) {
        return Limiters.with(clock, attributes);
    }

    /** A clock that shows what it is told, once each. */
    private static final class ScriptedClock implements Clock {

        private final List<Long> readings = new ArrayList<>();

        void readings(long... nanos) {
            assertThat(readings).as("readings left over").isEmpty();
            for (long reading : nanos) {
                readings.add(reading);
            }
        }

        @Override
        public long nanoTime() {
            return readings.remove(0);
        }
    }
}
