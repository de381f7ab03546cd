// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterConfig;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.smallrye.config.inject.ConfigExtension;
import io.smallrye.faulttolerance.FaultToleranceExtension;
import io.smallrye.faulttolerance.api.RateLimit;
import io.smallrye.faulttolerance.api.RateLimitException;
import io.smallrye.faulttolerance.api.RateLimitType;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What {@code docs/howto/with-fault-tolerance.md} says of the limiters that one comes from. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrationTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    private WeldContainer container;
    private SmallRye smallRye;

    @BeforeAll
    void deploy() {
        container =
                new Weld()
                        .disableDiscovery()
                        .addExtension(new FaultToleranceExtension())
                        .addExtension(new ConfigExtension())
                        .addBeanClasses(SmallRye.class, FirstHeir.class, SecondHeir.class)
                        .initialize();
        smallRye = container.select(SmallRye.class).get();
    }

    @AfterAll
    void undeploy() {
        container.shutdown();
    }

    /** A window is longer than any test runs, unless the test waits for its end. */
    @ApplicationScoped
    public static class SmallRye {

        @RateLimit(value = 3, windowUnit = ChronoUnit.HOURS)
        public void fixed() {}

        @RateLimit(value = 1, window = 50, windowUnit = ChronoUnit.MILLIS)
        public void shortFixed() {}

        @RateLimit(value = 2, windowUnit = ChronoUnit.HOURS, type = RateLimitType.ROLLING)
        public void rolling() {}

        @RateLimit(value = 3, windowUnit = ChronoUnit.HOURS, type = RateLimitType.SMOOTH)
        public void smooth() {}

        @RateLimit(value = 1, windowUnit = ChronoUnit.MINUTES, type = RateLimitType.SMOOTH)
        public void slow() {}

        @RateLimit(
                value = 3,
                windowUnit = ChronoUnit.HOURS,
                minSpacing = 1,
                minSpacingUnit = ChronoUnit.HOURS)
        public void spaced() {}

        @RateLimit(value = 2, window = 100, windowUnit = ChronoUnit.MILLIS)
        public void twoInAShortFixed() {}

        @CircuitBreaker(
                requestVolumeThreshold = 2,
                failureRatio = 1,
                delay = 1,
                delayUnit = ChronoUnit.HOURS)
        @RateLimit(value = 3, windowUnit = ChronoUnit.HOURS)
        public void fail() {
            throw new IllegalStateException("as always");
        }

        @Bulkhead(1)
        @RateLimit(value = 2, windowUnit = ChronoUnit.HOURS)
        public void run(Runnable inside) {
            inside.run();
        }
    }

    public static class Shared {
        @RateLimit(value = 3, windowUnit = ChronoUnit.HOURS)
        public void call() {}

        @RateLimit(value = 3, windowUnit = ChronoUnit.HOURS)
        public void callOther() {}
    }

    @ApplicationScoped
    public static class FirstHeir extends Shared {}

    @ApplicationScoped
    public static class SecondHeir extends Shared {}

    private static int burst(Runnable call) {
        int passed = 0;
        while (passed < 100 && rejection(call) == null) {
            passed++;
        }
        return passed;
    }

    private static RateLimitException rejection(Runnable call) {
        return catchThrowableOfType(RateLimitException.class, call::run);
    }

    private static RateLimiter resilience4j(Duration timeout) {
        return RateLimiter.of(
                "migration",
                io.github.resilience4j.ratelimiter.RateLimiterConfig.custom()
                        .limitForPeriod(2)
                        .limitRefreshPeriod(Duration.ofHours(1))
                        .timeoutDuration(timeout)
                        .build());
    }

    private static List<Duration> waits(RateLimiter limiter) {
        return Stream.generate(limiter::reservePermission)
                .limit(6)
                .map(nanos -> Duration.ofHours((nanos + HOUR - 1) / HOUR))
                .toList();
    }

    @Test
    void hasTheseDefaults() throws ReflectiveOperationException {
        io.github.resilience4j.ratelimiter.RateLimiterConfig theirs =
                io.github.resilience4j.ratelimiter.RateLimiterConfig.ofDefaults();
        assertThat(theirs.getLimitForPeriod()).isEqualTo(50);
        assertThat(theirs.getLimitRefreshPeriod()).isEqualTo(Duration.ofNanos(500));
        assertThat(theirs.getTimeoutDuration()).isEqualTo(Duration.ofSeconds(5));

        assertThat(smallRyeDefault("value")).isEqualTo(100);
        assertThat(smallRyeDefault("window")).isEqualTo(1L);
        assertThat(smallRyeDefault("windowUnit")).isEqualTo(ChronoUnit.SECONDS);
        assertThat(smallRyeDefault("minSpacing")).isEqualTo(0L);
        assertThat(smallRyeDefault("type")).isEqualTo(RateLimitType.FIXED);

        RateLimiterConfig ours = RateLimiterConfig.builder().build();
        assertThat(ours.permits()).isEqualTo(100);
        assertThat(ours.period()).isEqualTo(Duration.ofSeconds(1));
        assertThat(ours.maxWait()).isZero();
    }

    private static Object smallRyeDefault(String attribute) throws ReflectiveOperationException {
        return RateLimit.class.getMethod(attribute).getDefaultValue();
    }

    /** By the cycle, rounded up: two each; ours would come every half hour. */
    @Test
    void permitsOfResilience4jComeBackTogether() {
        assertThat(waits(resilience4j(Duration.ofHours(9))))
                .containsExactly(
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        Duration.ofHours(2));
    }

    @Test
    void rejectedCallsOfResilience4jDoNotCount() {
        RateLimiter limiter = resilience4j(Duration.ZERO);
        while (limiter.acquirePermission()) {}
        for (int i = 0; i < 100; i++) {
            assertThat(limiter.acquirePermission()).isFalse();
        }
        assertThat(limiter.getMetrics().getAvailablePermissions()).isZero();
    }

    @Test
    void aFixedWindowOfSmallRyePassesAllAtOnce() {
        assertThat(burst(smallRye::fixed)).isEqualTo(3);
    }

    /** Nobody slows down, and calls pass nevertheless. */
    @Test
    void rejectedCallsOfSmallRyeDoNotCountInTheNextFixedWindow() {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        int passed = 0;
        while (passed < 3) {
            assertThat(System.nanoTime()).isLessThan(end);
            passed += rejection(smallRye::shortFixed) == null ? 1 : 0;
        }
    }

    /** What is left of the window is a whole one again: it begins with the rejected calls. */
    @Test
    void rejectedCallsOfSmallRyeCountInARollingWindow() {
        assertThat(burst(smallRye::rolling)).isEqualTo(2);
        long passed = System.nanoTime();
        long hour = Duration.ofHours(1).toMillis();
        while (System.nanoTime() - passed < Duration.ofMillis(20).toNanos()) {
            Thread.onSpinWait();
        }
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (rejection(smallRye::rolling).getRetryAfterMillis() < hour - 1) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
    }

    @Test
    void aSmoothWindowOfSmallRyeBeginsWithOnePermit() {
        assertThat(burst(smallRye::smooth)).isEqualTo(1);

        RateLimiterHandle ours = ours();
        assertThat(Stream.generate(ours::tryAcquire).takeWhile(taken -> taken).count())
                .isEqualTo(3);
    }

    /** Unlike in a rolling window, the time until the next permit goes on. */
    @Test
    void rejectedCallsOfSmallRyeDoNotCountInASmoothWindow() {
        burst(smallRye::slow);
        long retryAfter = rejection(smallRye::slow).getRetryAfterMillis();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (rejection(smallRye::slow).getRetryAfterMillis() >= retryAfter) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
    }

    /** The end of one window and the beginning of the next. */
    @Test
    void fixedWindowsOfSmallRyePassTwiceTheLimit() {
        long window = Duration.ofMillis(100).toNanos();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        long took;
        do {
            assertThat(System.nanoTime()).isLessThan(end);
            long begin = whenPassed(smallRye::twoInAShortFixed);
            while (System.nanoTime() - begin < window + window * 9 / 10) {
                Thread.onSpinWait();
            }
            long first = whenPassed(smallRye::twoInAShortFixed);
            whenPassed(smallRye::twoInAShortFixed);
            whenPassed(smallRye::twoInAShortFixed);
            took = whenPassed(smallRye::twoInAShortFixed) - first;
        } while (took > window / 2);
    }

    /** When one more call has passed. */
    private static long whenPassed(Runnable call) {
        while (rejection(call) != null) {
            Thread.onSpinWait();
        }
        return System.nanoTime();
    }

    @Test
    void theRateLimitOfSmallRyeIsInsideOfItsCircuitBreaker() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(smallRye::fail).isInstanceOf(IllegalStateException.class);
        }
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(smallRye::fail).isInstanceOf(CircuitBreakerOpenException.class);
        }
    }

    /** The bulkhead rejects the second call when it has taken a permit; there is none left then. */
    @Test
    void theRateLimitOfSmallRyeIsOutsideOfItsBulkhead() {
        smallRye.run(
                () -> {
                    assertThatThrownBy(() -> smallRye.run(() -> {}))
                            .isInstanceOf(BulkheadException.class);
                    assertThatThrownBy(() -> smallRye.run(() -> {}))
                            .isInstanceOf(RateLimitException.class);
                });
    }

    @Test
    void aRateLimitOfSmallRyeBelongsToAMethodOfABeanClass() {
        FirstHeir first = container.select(FirstHeir.class).get();
        SecondHeir second = container.select(SecondHeir.class).get();
        assertThat(burst(first::call)).isEqualTo(3);
        assertThat(burst(first::callOther)).isEqualTo(3);
        assertThat(burst(second::call)).isEqualTo(3);
    }

    /** Of values there is but the number of permits that a call takes. */
    @Test
    void theAnnotationOfResilience4jHasNoLimit() {
        assertThat(
                        io.github.resilience4j.ratelimiter.annotation.RateLimiter.class
                                .getDeclaredMethods())
                .extracting(Method::getName)
                .containsExactlyInAnyOrder("name", "configuration", "fallbackMethod", "permits");
    }

    @Test
    void aMinimumSpacingOfSmallRyeLeavesNoBurst() {
        assertThat(burst(smallRye::spaced)).isEqualTo(1);
    }

    private static RateLimiterHandle ours() {
        ResilienceRegistry registry = ResilienceRegistry.builder().clock(new ManualClock()).build();
        registry.rateLimiterPolicy(
                "", "migration", "", config -> config.permits(3).period(Duration.ofHours(1)));
        return registry.rateLimiter("migration");
    }
}
