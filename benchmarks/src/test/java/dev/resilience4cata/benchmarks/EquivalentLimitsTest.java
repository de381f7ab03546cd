// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.resilience4cata.RateLimitExceededException;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.smallrye.faulttolerance.api.RateLimitException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The benchmarks compare equal work: each subject admits as many of the same calls. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EquivalentLimitsTest {

    private static final int CALLS = 10_000;

    private final Limiters admitting = new Limiters.Admitting();
    private final Limiters refusing = new Limiters.Refusing();
    private Beans beans;

    @BeforeAll
    void deploy() {
        beans = Beans.deployed();
    }

    @AfterAll
    void undeploy() {
        beans.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("admitting")
    void admitsEveryCall(String subject, BooleanSupplier call) {
        assertThat(admitted(call)).isEqualTo(CALLS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusing")
    void admitsOneCallAnHour(String subject, BooleanSupplier call) {
        assertThat(admitted(call)).isEqualTo(1);
    }

    /**
     * On the real clock, because the other libraries have no other. A call that came late makes an
     * attempt look too long or too short, and Guava has saved up some calls before, so one of
     * several attempts must take what the limit says.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("paced")
    void passesOneCallEachInterval(String subject, Callable<Boolean> call) throws Exception {
        int calls = 20;
        long exact = PacedLimiters.INTERVAL.multipliedBy(calls - 1).toNanos();
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        long took;
        do {
            assertThat(System.nanoTime()).as("took what the limit says").isLessThan(end);
            assertThat(call.call()).isTrue();
            long begin = System.nanoTime();
            for (int i = 1; i < calls; i++) {
                assertThat(call.call()).isTrue();
            }
            took = System.nanoTime() - begin;
        } while (took < exact * 0.9 || took > exact * 2);
    }

    static Stream<Arguments> paced() {
        PacedLimiters limiters = new PacedLimiters();
        return Stream.of(
                paced("ours", limiters::oursPasses),
                paced("ours, asynchronous", limiters::oursPassesAsynchronously),
                paced("Resilience4j", limiters::resilience4jPasses),
                paced("Bucket4j", limiters::bucket4jPasses),
                paced("Guava", limiters::guavaPasses),
                paced("Failsafe", limiters::failsafePasses));
    }

    private static Arguments paced(String subject, Callable<Boolean> call) {
        return arguments(subject, call);
    }

    private static long admitted(BooleanSupplier call) {
        return IntStream.range(0, CALLS).filter(i -> call.getAsBoolean()).count();
    }

    Stream<Arguments> admitting() {
        return Stream.concat(
                direct(admitting),
                Stream.of(
                        call("bean, ours", beans.admittingOurs()::echo),
                        call("bean, SmallRye", beans.admittingSmallRye()::echo),
                        call("bean, Resilience4j", beans.admittingResilience4j()::echo)));
    }

    Stream<Arguments> refusing() {
        return Stream.concat(
                direct(refusing),
                Stream.of(
                        call("bean, ours", beans.refusingOurs()::echo),
                        call("bean, SmallRye", beans.refusingSmallRye()::echo),
                        call("bean, Resilience4j", beans.refusingResilience4j()::echo)));
    }

    private static Stream<Arguments> direct(Limiters limiters) {
        return Stream.of(
                call("ours", limiters::oursAdmits),
                call("Resilience4j", limiters::resilience4jAdmits),
                call("Bucket4j", limiters::bucket4jAdmits),
                call("Guava", limiters::guavaAdmits),
                call("Failsafe", limiters::failsafeAdmits),
                call("SmallRye's guard", limiters::smallRyeAdmits));
    }

    private static Arguments call(String subject, BooleanSupplier call) {
        return arguments(subject, call);
    }

    private static Arguments call(String subject, UnaryOperator<String> echo) {
        return call(
                subject,
                () -> {
                    try {
                        return echo.apply("acme").equals("acme");
                    } catch (RateLimitExceededException
                            | RateLimitException
                            | RequestNotPermitted e) {
                        return false;
                    }
                });
    }
}
