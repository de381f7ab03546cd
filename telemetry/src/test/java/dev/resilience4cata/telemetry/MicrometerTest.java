// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.generated.RateLimiterPolicy;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a collector sees through Micrometer (S24). */
class MicrometerTest extends ShownLimiters {

    private static final Tags MAIL = Tags.of("resilience4cata.instance", "mail");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private double rejected(String instance, boolean shadow) {
        return meters.get("resilience4cata.rate_limiter.rejected_calls")
                .tag("resilience4cata.instance", instance)
                .tag("resilience4cata.shadow", Boolean.toString(shadow))
                .counter()
                .count();
    }

    private double gauge(String name) {
        return meters.get(name).tags(MAIL).gauge().value();
    }

    @Test
    void rejectionsAreCounted() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.micrometer(meters)));
        assertThat(rejected("mail", false)).as("there before the first").isZero();
        assertThat(rejected("mail", true)).as("likewise").isZero();
        mail.acquire();
        mail.acquire();
        mail.callAsync(() -> CompletableFuture.completedFuture("")); // takes the next permit
        for (int call = 0; call < 3; call++) {
            assertThat(mail.tryAcquire()).isFalse();
        }
        assertThat(rejected("mail", false)).isEqualTo(3);
    }

    @Test
    void shadowRejectionsAreCountedApart() {
        RateLimiterPolicy trial =
                registry(RateLimiterMetrics.micrometer(meters))
                        .rateLimiterPolicy("trial", "", "", b -> b.permits(1));
        for (int call = 0; call < 3; call++) {
            trial.acquire();
        }
        assertThat(rejected("trial", false)).isZero();
        assertThat(rejected("trial", true)).isEqualTo(2);
    }

    @Test
    void waitsAreATimerWithBuckets() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.micrometer(meters)));
        mail.acquire();
        mail.acquire();
        assertThat(meters.find("resilience4cata.rate_limiter.wait.duration").timer()).isNull();
        mail.acquire(); // waits on this thread, which moves the clock
        mail.callAsync(() -> CompletableFuture.completedFuture(""));
        clock.advance(ofMillis(500));
        Timer waits = meters.get("resilience4cata.rate_limiter.wait.duration").tags(MAIL).timer();
        assertThat(waits.count()).isEqualTo(2);
        assertThat(waits.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(1000);
        assertThat(waits.takeSnapshot().histogramCounts())
                .extracting(bucket -> bucket.bucket(TimeUnit.MILLISECONDS), CountAtBucket::count)
                .hasSize(14)
                .contains(tuple(250.0, 0.0), tuple(500.0, 2.0), tuple(10_000.0, 2.0));
    }

    @Test
    void permitsAndKeysAreReadWhenSomebodyCollects() {
        RateLimiterPolicy mail = mail(registry(RateLimiterMetrics.micrometer(meters)));
        mail.acquire();
        mail.ofKey("ann").acquire();
        mail.ofKey("bob").acquire();
        assertThat(gauge("resilience4cata.rate_limiter.available_permits")).isEqualTo(1);
        assertThat(gauge("resilience4cata.rate_limiter.keys")).isEqualTo(2);
        clock.advance(ofMillis(500));
        assertThat(gauge("resilience4cata.rate_limiter.available_permits")).isEqualTo(2);
        assertThat(meters.getMetersAsString()).doesNotContain("ann", "bob"); // S32
    }

    @Test
    void callsThatPassAreCountedOnlyOnDemand() {
        ResilienceRegistry quiet = registry(RateLimiterMetrics.micrometer(meters));
        mail(quiet).acquire();
        assertThat(meters.find("resilience4cata.rate_limiter.admitted_calls").meter()).isNull();
        quiet.close();
        RateLimiterPolicy mail =
                mail(registry(RateLimiterMetrics.micrometer(meters).withAdmittedCalls()));
        for (int call = 0; call < 3; call++) {
            mail.acquire(); // the third waits, and passes
        }
        assertThat(
                        meters.get("resilience4cata.rate_limiter.admitted_calls")
                                .tags(MAIL)
                                .functionCounter()
                                .count())
                .isEqualTo(3);
    }

    @Test // S21
    void nothingIsLeftOfAClosedRegistry() {
        RateLimiterMetrics metrics = RateLimiterMetrics.micrometer(meters).withAdmittedCalls();
        ResilienceRegistry registry = registry(metrics);
        useAll(registry);
        assertThat(meters.getMeters()).as("11, and 14 buckets").hasSize(25);
        registry.close();
        assertThat(meters.getMeters()).isEmpty();
        ResilienceRegistry next = registry(metrics);
        useAll(next);
        assertThat(meters.getMeters()).hasSize(25);
        metrics.close();
        assertThat(meters.getMeters()).isEmpty();
        assertThat(next.rateLimiter("mail").tryAcquire()).isFalse();
        assertThat(meters.getMeters()).isEmpty();
        next.close();
    }

    /** Shows no meters of builders, as the registry that WildFly 39 gives to applications. */
    private static final class WithoutBuilders extends SimpleMeterRegistry {

        private final MeterRegistry shown = new SimpleMeterRegistry();

        @Override
        public Search find(String name) {
            return shown.find(name);
        }

        @Override
        public RequiredSearch get(String name) {
            return shown.get(name);
        }

        @Override
        public @Nullable Meter remove(Meter meter) {
            return shown.remove(meter);
        }

        @Override
        public Counter counter(String name, Iterable<Tag> tags) {
            return shown.counter(name, tags);
        }

        @Override
        public <T> @Nullable T gauge(
                String name, Iterable<Tag> tags, @Nullable T of, ToDoubleFunction<T> value) {
            return shown.gauge(name, tags, of, value);
        }

        @Override
        public Timer timer(String name, Iterable<Tag> tags) {
            return shown.timer(name, tags);
        }

        @Override
        public More more() {
            return shown.more();
        }
    }

    @Test
    void aRegistryThatTakesNoBuildersHasAllButBuckets() {
        WithoutBuilders limited = new WithoutBuilders();
        ResilienceRegistry registry =
                registry(RateLimiterMetrics.micrometer(limited).withAdmittedCalls());
        useAll(registry);
        assertThat(limited.shown.getMeters()).hasSize(11);
        assertThat(limited.get("resilience4cata.rate_limiter.available_permits").tags(MAIL).gauge())
                .returns(0.0, Gauge::value);
        assertThat(limited.get("resilience4cata.rate_limiter.wait.duration").tags(MAIL).timer())
                .returns(1L, Timer::count);
        registry.close();
        assertThat(limited.shown.getMeters()).isEmpty();
    }

    private static void useAll(ResilienceRegistry registry) {
        RateLimiterPolicy mail = mail(registry);
        RateLimiterPolicy trial = registry.rateLimiterPolicy("trial", "", "", b -> b.permits(1));
        for (int call = 0; call < 3; call++) {
            mail.acquire();
            trial.acquire();
        }
        mail.callAsync(() -> CompletableFuture.completedFuture("")); // takes the next permit
    }
}
