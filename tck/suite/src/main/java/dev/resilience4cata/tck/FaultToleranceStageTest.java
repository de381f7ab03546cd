// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A method that returns a stage, but has no {@code Asynchronous} of Fault Tolerance, which looks
 * only at whether it throws, then.
 */
@Tag("ft")
@ExtendWith(ArquillianExtension.class)
class FaultToleranceStageTest {
    /** Strict: none of the warnings that there are for other methods is there for this one. */
    @Deployment
    static WebArchive application() {
        return Archives.war(
                "resilience4cata.cdi.strict = true",
                TestClock.class,
                Rejections.class,
                Stages.class,
                Service.class);
    }

    @ApplicationScoped
    static class Service {
        @Fallback(fallbackMethod = "substitute")
        @Retry(maxRetries = 3, delay = 0, jitter = 0)
        @CircuitBreaker(
                requestVolumeThreshold = 2,
                failureRatio = 1,
                delay = 1,
                delayUnit = ChronoUnit.HOURS)
        @Timeout(value = 30, unit = ChronoUnit.MINUTES)
        @RateLimiter(name = "call", permits = 1, period = "1h", maxWait = "1h")
        CompletionStage<String> call() {
            return CompletableFuture.completedFuture("the result");
        }

        CompletionStage<String> substitute() {
            return CompletableFuture.completedFuture("the fallback");
        }
    }

    @Inject ManualClock clock;
    @Inject Rejections rejections;
    @Inject Service service;

    /** F2, F3, F4: no breaker, retry or fallback sees a rejection that is a failed stage. */
    @Test
    void isUnseen() throws Exception {
        clock.advance(Duration.ofDays(1));
        assertEquals("the result", Stages.get(service.call()));
        CompletionStage<String> waiting = service.call();
        for (int i = 0; i < 3; i++) {
            assertInstanceOf(RateLimitExceededException.class, Stages.failure(service.call()));
        }
        assertEquals(3, rejections.of("call"));

        clock.advance(Duration.ofDays(1));
        assertEquals("the result", Stages.get(waiting));
        assertEquals("the result", Stages.get(service.call()));
    }
}
