// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.resilience4cata.RateLimiterHandle;
import dev.resilience4cata.annotation.RateLimiter;
import dev.resilience4cata.cdi.Limiter;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application with wrong limits does not start, and says all that is wrong. */
class RefusedStartTest {
    private static final String HERE = RefusedStartTest.class.getName();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest()
                    .withApplicationRoot((JavaArchive jar) -> jar.addClasses(Worker.class))
                    .assertException(
                            failure ->
                                    assertThat(failure)
                                            .hasStackTraceContaining(
                                                    "R4C-ATR-003: @RateLimiter(permits = 0) on "
                                                            + HERE
                                                            + "$Worker#call(): ")
                                            .hasStackTraceContaining(
                                                    "R4C-REG-009: @Limiter(\"cal\") on ")
                                            .hasStackTraceContaining("the nearest are \"call\""));

    @ApplicationScoped
    static class Worker {
        @Inject
        @Limiter("cal")
        RateLimiterHandle handle;

        @RateLimiter(permits = 0)
        void call() {}

        @RateLimiter(name = "call")
        void named() {}
    }

    /** S29: the mistakes of a deployment are found before the first call. */
    @Test
    void doesNotStart() {
        fail("it has started");
    }
}
