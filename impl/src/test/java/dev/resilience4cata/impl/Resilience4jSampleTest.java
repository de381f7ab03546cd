// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.Pipeline;
import dev.resilience4cata.ResilienceRegistry;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The sample of docs/howto/with-fault-tolerance.md, "In the Pipeline", word for word. */
@Timeout(60)
class Resilience4jSampleTest {

    private final ResilienceRegistry registry =
            ResilienceRegistry.builder().clock(new ManualClock()).build();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final Retry retry = Retry.ofDefaults("search");
    private final CircuitBreaker breaker = CircuitBreaker.ofDefaults("search");
    private final TimeLimiter timeLimiter = TimeLimiter.of(Duration.ofSeconds(50));
    private final Bulkhead bulkhead = Bulkhead.ofDefaults("search");

    Pipeline<String> search() {
        return Pipeline.builder(registry, "search", String.class)
                .outside(
                        Layer.of(
                                retry::executeCallable,
                                call -> retry.executeCompletionStage(threads, call)))
                .outside(Layer.of(breaker::executeCallable, breaker::executeCompletionStage))
                .rateLimiter(rl -> rl.permits(10).period(Duration.ofSeconds(1)))
                .inside(
                        Layer.of(
                                call ->
                                        timeLimiter.executeFutureSupplier(
                                                () -> threads.submit(call)),
                                call -> timeLimiter.executeCompletionStage(threads, call)))
                .inside(Layer.of(bulkhead::executeCallable, bulkhead::executeCompletionStage))
                .build();
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
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
        assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(2);
        assertThat(retry.getMetrics().getNumberOfSuccessfulCallsWithoutRetryAttempt()).isEqualTo(2);
    }
}
