// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
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
                        .addBeanClasses(SmallRye.class)
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

        @RateLimit(
                value = 3,
                windowUnit = ChronoUnit.HOURS,
                minSpacing = 1,
                minSpacingUnit = ChronoUnit.HOURS)
        public void spaced() {}
    }

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
