// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.resilience4cata.RateLimitExceededException;
import io.smallrye.faulttolerance.api.RateLimitException;
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

    private static long admitted(BooleanSupplier call) {
        return IntStream.range(0, CALLS).filter(i -> call.getAsBoolean()).count();
    }

    Stream<Arguments> admitting() {
        return Stream.concat(
                direct(admitting),
                Stream.of(
                        call("bean, ours", beans.admittingOurs()::echo),
                        call("bean, SmallRye", beans.admittingSmallRye()::echo)));
    }

    Stream<Arguments> refusing() {
        return Stream.concat(
                direct(refusing),
                Stream.of(
                        call("bean, ours", beans.refusingOurs()::echo),
                        call("bean, SmallRye", beans.refusingSmallRye()::echo)));
    }

    private static Stream<Arguments> direct(Limiters limiters) {
        return Stream.of(
                call("ours", limiters::oursAdmits),
                call("Resilience4j", limiters::resilience4jAdmits),
                call("Bucket4j", limiters::bucket4jAdmits),
                call("Guava", limiters::guavaAdmits),
                call("Failsafe", limiters::failsafeAdmits));
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
                    } catch (RateLimitExceededException | RateLimitException e) {
                        return false;
                    }
                });
    }
}
