// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.failsafe.Bulkhead;
import dev.failsafe.BulkheadFullException;
import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.ResilienceRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The sample of docs/howto/with-fault-tolerance.md, "In the Pipeline", word for word. */
@org.junit.jupiter.api.Timeout(60)
class FailsafeSampleTest {

    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().clock(new ManualClock()).build();
    private final RetryPolicy<String> retry = RetryPolicy.ofDefaults();
    private final CircuitBreaker<String> breaker = CircuitBreaker.ofDefaults();
    private final Timeout<String> timeout = Timeout.of(Duration.ofSeconds(50));

    Pipeline<String> search() {
        FailsafeExecutor<String> outside = Failsafe.with(retry, breaker);
        FailsafeExecutor<String> inside = Failsafe.with(timeout);
        return Pipeline.builder(registry, "search", String.class)
                .outside(
                        Layer.of(
                                call -> outside.get(call::call),
                                call -> outside.getStageAsync(call::get)))
                .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                .inside(
                        Layer.of(
                                call -> inside.get(call::call),
                                call -> inside.getStageAsync(call::get)))
                .build();
    }

    @Test
    void theSampleTakesBothKindsOfCallsThroughAllLayers() throws Exception {
        Pipeline<String> search = search();
        assertThat(search.execute(() -> "result")).isEqualTo("result");
        assertThat(
                        search.executeAsync(() -> CompletableFuture.completedFuture("later"))
                                .toCompletableFuture()
                                .get())
                .isEqualTo("later");
        assertThat(registry.rateLimiter("search").availablePermits()).isEqualTo(8);
        breaker.open();
        assertThatThrownBy(() -> search.execute(() -> "never"))
                .isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test // why the sample has no bulkhead; to be mended by the issue that the document names
    void aBulkheadLosesAPlaceWithEachSynchronousCallThatItRejects() {
        FailsafeExecutor<String> bulkhead = Failsafe.with(Bulkhead.<String>of(1));
        assertThat(
                        bulkhead.get(
                                () -> {
                                    assertThatThrownBy(() -> bulkhead.get(() -> "rejected"))
                                            .isInstanceOf(BulkheadFullException.class);
                                    return "first";
                                }))
                .isEqualTo("first");
        assertThatThrownBy(() -> bulkhead.get(() -> "nobody else is there"))
                .isInstanceOf(BulkheadFullException.class);
    }
}
