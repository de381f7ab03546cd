// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.impl;

import dev.failsafe.BulkheadFullException;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Policy;
import dev.failsafe.RetryPolicy;
import dev.failsafe.RetryPolicyBuilder;
import dev.resilience4cata.Layer;
import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;

/** The same policies of several libraries, each as its user writes it. */
enum LayerLibrary {
    RESILIENCE4J {
        @Override
        Layer<String> retry(ManualClock clock, Duration delay, boolean rejections) {
            RetryConfig.Builder<String> config =
                    RetryConfig.<String>custom()
                            .maxAttempts(3)
                            .intervalFunction(
                                    attempt -> {
                                        clock.advance(delay);
                                        return 0L;
                                    });
            if (!rejections) {
                config.ignoreExceptions(RateLimitExceededException.class);
            }
            Retry retry = Retry.of("retry", config.build());
            ClockScheduler scheduler = new ClockScheduler(clock);
            return Layer.of(
                    retry::executeCallable, call -> retry.executeCompletionStage(scheduler, call));
        }

        @Override
        Breaker breaker(ManualClock clock, boolean rejections) {
            CircuitBreakerConfig.Builder config =
                    CircuitBreakerConfig.custom().slidingWindowSize(10).minimumNumberOfCalls(10);
            if (!rejections) {
                config.ignoreExceptions(RateLimitExceededException.class);
            }
            CircuitBreaker breaker = CircuitBreaker.of("breaker", config.build());
            return new Breaker() {
                @Override
                public Layer<String> layer() {
                    return Layer.of(breaker::executeCallable, breaker::executeCompletionStage);
                }

                @Override
                public void open() {
                    breaker.transitionToOpenState();
                }

                @Override
                public boolean isOpen() {
                    return breaker.getState() == CircuitBreaker.State.OPEN;
                }

                @Override
                public int failures() {
                    return breaker.getMetrics().getNumberOfFailedCalls();
                }

                @Override
                public int successes() {
                    return breaker.getMetrics().getNumberOfSuccessfulCalls();
                }

                @Override
                public Class<?> rejection() {
                    return CallNotPermittedException.class;
                }
            };
        }

        @Override
        Guard bulkhead(ManualClock clock) {
            Bulkhead bulkhead =
                    Bulkhead.of(
                            "bulkhead",
                            BulkheadConfig.custom()
                                    .maxConcurrentCalls(1)
                                    .maxWaitDuration(Duration.ZERO)
                                    .build());
            return new Guard() {
                @Override
                public Layer<String> layer() {
                    return Layer.of(bulkhead::executeCallable, bulkhead::executeCompletionStage);
                }

                @Override
                public boolean isFree() {
                    return bulkhead.getMetrics().getAvailableConcurrentCalls() == 1;
                }

                @Override
                public Class<?> rejection() {
                    return io.github.resilience4j.bulkhead.BulkheadFullException.class;
                }
            };
        }
    },

    FAILSAFE {
        @Override
        Layer<String> retry(ManualClock clock, Duration delay, boolean rejections) {
            RetryPolicyBuilder<String> retry =
                    RetryPolicy.<String>builder()
                            .withMaxAttempts(3)
                            .onRetryScheduled(attempt -> clock.advance(delay));
            if (!rejections) {
                retry.abortOn(RateLimitExceededException.class);
            }
            return failsafe(clock, retry.build());
        }

        @Override
        Breaker breaker(ManualClock clock, boolean rejections) {
            dev.failsafe.CircuitBreaker<String> breaker =
                    dev.failsafe.CircuitBreaker.<String>builder()
                            .withFailureThreshold(10)
                            .handleIf(
                                    failure ->
                                            rejections
                                                    || !(failure
                                                            instanceof RateLimitExceededException))
                            .build();
            return new Breaker() {
                @Override
                public Layer<String> layer() {
                    return failsafe(clock, breaker);
                }

                @Override
                public void open() {
                    breaker.open();
                }

                @Override
                public boolean isOpen() {
                    return breaker.isOpen();
                }

                @Override
                public int failures() {
                    return (int) breaker.getFailureCount();
                }

                @Override
                public int successes() {
                    return breaker.getSuccessCount();
                }

                @Override
                public Class<?> rejection() {
                    return CircuitBreakerOpenException.class;
                }
            };
        }

        @Override
        Guard bulkhead(ManualClock clock) {
            dev.failsafe.Bulkhead<String> bulkhead = dev.failsafe.Bulkhead.of(1);
            return new Guard() {
                @Override
                public Layer<String> layer() {
                    return failsafe(clock, bulkhead);
                }

                @Override
                public boolean isFree() {
                    boolean free = bulkhead.tryAcquirePermit();
                    if (free) {
                        bulkhead.releasePermit();
                    }
                    return free;
                }

                @Override
                public Class<?> rejection() {
                    return BulkheadFullException.class;
                }
            };
        }
    };

    static Layer<String> failsafe(ManualClock clock, Policy<String> policy) {
        FailsafeExecutor<String> executor = Failsafe.with(policy).with(new ClockScheduler(clock));
        return Layer.of(
                call -> executor.get(call::call), call -> executor.getStageAsync(call::get));
    }

    /**
     * Three attempts.
     *
     * @param delay how far the clock moves between two
     * @param rejections whether it tries again after a rejection of a limiter
     */
    abstract Layer<String> retry(ManualClock clock, Duration delay, boolean rejections);

    /**
     * Opens after ten failures in a row.
     *
     * @param rejections whether a rejection of a limiter is one
     */
    abstract Breaker breaker(ManualClock clock, boolean rejections);

    /** One call at a time, and others fail. */
    abstract Guard bulkhead(ManualClock clock);

    interface Breaker {
        Layer<String> layer();

        void open();

        boolean isOpen();

        int failures();

        int successes();

        Class<?> rejection();
    }

    interface Guard {
        Layer<String> layer();

        boolean isFree();

        Class<?> rejection();
    }
}
