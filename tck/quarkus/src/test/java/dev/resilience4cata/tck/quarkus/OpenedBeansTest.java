// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.annotation.RateLimiter;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What other containers refuse or do not intercept, and Quarkus does. */
class OpenedBeansTest {
    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest()
                    .withApplicationRoot(
                            (JavaArchive jar) -> jar.addClasses(Closed.class, Caller.class));

    @ApplicationScoped
    static final class Closed {
        @RateLimiter(permits = 1, period = "1h")
        final void call() {}
    }

    @ApplicationScoped
    static class Caller {
        void call() {
            limited();
        }

        @RateLimiter(permits = 1, period = "1h")
        void limited() {}
    }

    @Inject Closed closed;
    @Inject Caller caller;

    /** Situation 22: the build takes "final" away. */
    @Test
    void limitsAFinalMethodOfAFinalClass() {
        closed.call();

        assertThatThrownBy(closed::call).isInstanceOf(RateLimitExceededException.class);
    }

    /** Situation 24: the bean is a subclass of its class. */
    @Test
    void limitsWhatABeanCallsOnItself() {
        caller.call();

        assertThatThrownBy(caller::call).isInstanceOf(RateLimitExceededException.class);
    }
}
