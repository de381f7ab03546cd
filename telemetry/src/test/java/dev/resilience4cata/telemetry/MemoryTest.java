// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.ResilienceRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.lang.management.ManagementFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What telemetry costs calls (S24), and what it keeps (S21). */
@Timeout(60)
class MemoryTest {

    private static final int CALLS = 100_000;

    private static final InMemoryMetricReader READER = InMemoryMetricReader.create();
    private static final OpenTelemetrySdk SDK =
            OpenTelemetrySdk.builder()
                    .setMeterProvider(
                            SdkMeterProvider.builder().registerMetricReader(READER).build())
                    .build();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<RateLimiterMetrics> metrics() {
        return Stream.of(
                RateLimiterMetrics.openTelemetry(SDK),
                RateLimiterMetrics.openTelemetry(SDK).withAdmittedCalls(),
                RateLimiterMetrics.micrometer(new SimpleMeterRegistry()),
                RateLimiterMetrics.micrometer(new SimpleMeterRegistry()).withAdmittedCalls());
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void anAdmittedCallAllocatesNothing(RateLimiterMetrics metrics) {
        ResilienceRegistry registry = registry(metrics);
        RateLimiterHandle limiter = limiter(registry);
        pass(limiter); // warm-up
        long before = threads.getCurrentThreadAllocatedBytes();
        pass(limiter);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(bytes).as("bytes for %s calls", CALLS).isLessThan(CALLS);
        registry.close();
    }

    private static void pass(RateLimiterHandle limiter) {
        boolean passed = true;
        for (int call = 0; call < CALLS; call++) {
            passed &= limiter.tryAcquire();
        }
        assertThat(passed).isTrue();
    }

    private static ResilienceRegistry registry(RateLimiterMetrics metrics) {
        return ResilienceRegistry.builder().clock(new ManualClock()).listener(metrics).build();
    }

    private static RateLimiterHandle limiter(ResilienceRegistry registry) {
        registry.rateLimiterPolicy("limiter", "", "", b -> b.permits(2 * CALLS));
        return registry.rateLimiter("limiter");
    }

    @ParameterizedTest // also if it was never closed
    @MethodSource("metrics")
    void aRegistryThatIsDroppedIsNotKept(RateLimiterMetrics metrics) throws InterruptedException {
        ReferenceQueue<ResilienceRegistry> dead = new ReferenceQueue<>();
        Reference<ResilienceRegistry> dropped = dropped(metrics, dead);
        Reference<? extends ResilienceRegistry> found = null;
        while (found == null) {
            System.gc();
            found = dead.remove(10);
        }
        assertThat(found).isSameAs(dropped);
        assertThat(READER.collectAllMetrics())
                .noneMatch(m -> m.getName().endsWith("available_permits"));
        metrics.close();
    }

    private static Reference<ResilienceRegistry> dropped(
            RateLimiterMetrics metrics, ReferenceQueue<ResilienceRegistry> dead) {
        ResilienceRegistry registry = registry(metrics);
        RateLimiterHandle limiter = limiter(registry);
        assertThat(limiter.tryAcquire()).isTrue();
        READER.collectAllMetrics();
        return new PhantomReference<>(registry, dead);
    }

    @Test // so that an SDK that outlives an application does not keep its class loader
    void nothingOfOursIsKeptAfterTheEnd() throws InterruptedException {
        ReferenceQueue<Instruments> dead = new ReferenceQueue<>();
        Reference<Instruments> ended = ended(dead);
        Reference<? extends Instruments> found = null;
        while (found == null) {
            System.gc();
            found = dead.remove(10);
        }
        assertThat(found).isSameAs(ended);
    }

    private static Reference<Instruments> ended(ReferenceQueue<Instruments> dead) {
        Instruments instruments = new OpenTelemetryInstruments(SDK);
        ResilienceRegistry registry = registry(new RateLimiterMetrics(instruments, true));
        assertThat(limiter(registry).tryAcquire()).isTrue();
        registry.close();
        return new PhantomReference<>(instruments, dead);
    }
}
