// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.resilience4cata.RateLimitExceededException;
import dev.resilience4cata.ResilienceRegistry;
import dev.resilience4cata.annotation.RateLimiter;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.SimpleFormatter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What is fixed when the application is built: the priority of the interceptor, and whether limits
 * on interfaces count. A property that says otherwise when it starts is too late.
 */
class BuildTimeTest {
    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest()
                    .withApplicationRoot(
                            (JavaArchive jar) ->
                                    jar.addClasses(
                                            Counted.class,
                                            Counter.class,
                                            Promise.class,
                                            Worker.class))
                    .overrideConfigKey("resilience4cata.cdi.interceptor.priority", "3900")
                    .overrideConfigKey("resilience4cata.cdi.interfaces", "false")
                    .overrideRuntimeConfigKey("resilience4cata.cdi.interceptor.priority", "4100")
                    .overrideRuntimeConfigKey("resilience4cata.cdi.interfaces", "true")
                    .setLogRecordPredicate(line -> line.getLoggerName().contains("resilience4cata"))
                    .assertLogRecords(
                            lines ->
                                    assertThat(lines)
                                            .filteredOn(line -> line.getLevel().equals(Level.INFO))
                                            .extracting(new SimpleFormatter()::formatMessage)
                                            .contains("1 rate limiters"));

    @InterceptorBinding
    @Target({ElementType.METHOD, ElementType.TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Counted {}

    @Counted
    @Interceptor
    @Priority(4000)
    static class Counter {
        static final AtomicInteger CALLS = new AtomicInteger();

        @AroundInvoke
        Object count(InvocationContext call) throws Exception {
            CALLS.incrementAndGet();
            return call.proceed();
        }
    }

    interface Promise {
        @RateLimiter(permits = 1, period = "1h")
        void promised();
    }

    @ApplicationScoped
    static class Worker implements Promise {
        @Counted
        @RateLimiter(name = "own", permits = 1, period = "1h")
        void call() {}

        @Override
        public void promised() {}
    }

    @Inject Worker worker;
    @Inject ResilienceRegistry registry;

    /** S20: at 3900 the limiter is outside, so a rejected call is not counted. */
    @Test
    void hasThePriorityThatItWasBuiltWith() {
        worker.call();

        assertThatThrownBy(worker::call).isInstanceOf(RateLimitExceededException.class);
        assertThat(Counter.CALLS).hasValue(1);
    }

    /** Situation 6: there is no limiter of which a call would know nothing. */
    @Test
    void leavesInterfacesAloneIfItWasBuiltSo() {
        worker.promised();
        worker.promised();

        assertThat(registry.snapshot().rateLimiters())
                .extracting(limiter -> limiter.instance())
                .containsExactly("own");
    }
}
