// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.examples.wildfly.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.RateLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsTest {

    private static final long MILLI = 1_000_000;

    @Test
    void callsThatAreTimedExactlyLeaveNoRoom() {
        RateLimiterConfig fivePerSecond = config(5, 5, 0, true);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            calls.add(call(i * 100, i * 100, i < 8 || i % 2 == 0)); // 5 and one each 200 ms
        }

        Bounds bounds = new Bounds(fivePerSecond, calls);

        assertThat(bounds.fewest()).isEqualTo(14);
        assertThat(bounds.most()).isEqualTo(14);
    }

    @Test // S2
    void aCallTooManyCrowdsItsWindow() {
        RateLimiterConfig fivePerSecond = config(5, 5, 0, true);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            calls.add(call(i, i + 10, true));
        }

        assertThat(new Bounds(fivePerSecond, calls).crowdedWindow())
                .hasValueSatisfying(text -> assertThat(text).contains("6 calls", "5 are allowed"));
        assertThat(new Bounds(fivePerSecond, calls.subList(0, 5)).crowdedWindow()).isEmpty();
    }

    @Test // S2
    void howManyAreTooManyIsCountedInTheWorstWindow() {
        RateLimiterConfig fivePerSecond = config(5, 5, 0, true);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(call(i, i + 10, true)); // 3 too many
        }
        calls.add(call(2000, 2001, true)); // and by then none

        assertThat(new Bounds(fivePerSecond, calls).beyond()).isEqualTo(3);
        assertThat(new Bounds(fivePerSecond, calls.subList(0, 4)).beyond()).isZero();
    }

    @Test // S3
    void withoutAPermitAtFirstTheBurstIsMissing() {
        RateLimiterConfig fivePerSecond = config(5, 5, 0, true);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            calls.add(call(i * 100, i * 100, i % 2 == 0));
        }

        Bounds bounds = new Bounds(fivePerSecond, calls);
        assertThat(bounds.fewest()).isEqualTo(14);
        assertThat(bounds.fewestWhenUsedUp()).isEqualTo(9); // one each 200 ms, none at first
    }

    @Test // S1
    void aCallThatMayWaitIsCountedAsAdmitted() {
        RateLimiterConfig waits = config(5, 5, 500, true);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            calls.add(call(0, 0, true)); // as if decided at once: 5, and those due at 200 and 400
        }

        assertThat(new Bounds(waits, calls).fewest()).isEqualTo(7);
    }

    @Test // S9
    void aDisabledLimiterMustAdmitEveryCall() {
        Bounds bounds = new Bounds(config(1, 1, 0, false), List.of(call(0, 1, true)));

        assertThat(bounds.fewest()).isEqualTo(1);
        assertThat(bounds.most()).isEqualTo(1);
        assertThat(bounds.crowdedWindow()).isEmpty();
    }

    /** However late requests are decided and answered, and in whatever order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aRightLimiterNeverBreaksTheBounds(long seed) {
        Random random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            RateLimiterConfig config =
                    config(
                            1 + random.nextInt(20),
                            1 + random.nextInt(20),
                            random.nextBoolean() ? 0 : random.nextInt(600),
                            true);
            int pause = 1 + random.nextInt(100);
            int delay = 1 + random.nextInt(300);
            List<Call> calls = rightly(config, random, pause, delay);
            Bounds bounds = new Bounds(config, calls);

            assertThat(calls.stream().filter(Call::admitted).count())
                    .as("%s %s", config, calls)
                    .isBetween(bounds.fewest(), bounds.most());
            assertThat(bounds.crowdedWindow()).as("%s %s", config, calls).isEmpty();
        }
    }

    @Test // S3
    void aLimiterThatIsATenthTooSlowBreaksTheBounds() {
        RateLimiterConfig promised = config(20, 20, 0, true);
        List<Call> calls = rightly(config(18, 20, 0, true), new Random(1), 20, 1);

        assertThat(calls.stream().filter(Call::admitted).count())
                .isLessThan(new Bounds(promised, calls).fewest());
    }

    @Test // S2
    void aLimiterThatIsATenthTooFastBreaksTheBounds() {
        RateLimiterConfig promised = config(20, 20, 0, true);
        List<Call> calls = rightly(config(22, 20, 0, true), new Random(1), 20, 1);

        assertThat(calls.stream().filter(Call::admitted).count())
                .isGreaterThan(new Bounds(promised, calls).most());
        assertThat(new Bounds(promised, calls).crowdedWindow()).isPresent();
    }

    /** What the rule of the limiter does with calls that take their time. */
    private static List<Call> rightly(
            RateLimiterConfig config, Random random, int pauseMillis, int delayMillis) {
        record Arrival(double sent, double decided, double late) {}
        List<Arrival> arrivals = new ArrayList<>();
        double sent = 0;
        for (int i = 0; i < 120; i++) {
            double decided = sent + random.nextInt(delayMillis);
            arrivals.add(new Arrival(sent, decided, random.nextInt(delayMillis)));
            sent += random.nextInt(2 * pauseMillis);
        }
        arrivals.sort(Comparator.comparingDouble(Arrival::decided));

        double interval = 1000.0 / config.permits();
        double next = Double.NEGATIVE_INFINITY;
        List<Call> calls = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            double slot = Math.max(next, arrival.decided());
            double wait = Math.max(0, slot - (config.burst() - 1) * interval - arrival.decided());
            boolean admitted = wait <= config.maxWait().toMillis();
            if (admitted) {
                next = slot + interval;
            }
            double ended = arrival.decided() + (admitted ? wait : 0) + arrival.late();
            calls.add(call(arrival.sent(), ended, admitted));
        }
        return calls;
    }

    private static RateLimiterConfig config(int permits, int burst, int waitMillis, boolean on) {
        return new RateLimiterConfig(
                permits, Duration.ofSeconds(1), burst, Duration.ofMillis(waitMillis), on);
    }

    private static Call call(double sentMillis, double answeredMillis, boolean admitted) {
        return new Call(
                "call",
                (long) (sentMillis * MILLI),
                (long) Math.ceil(answeredMillis * MILLI),
                admitted ? 200 : 429,
                "");
    }
}
