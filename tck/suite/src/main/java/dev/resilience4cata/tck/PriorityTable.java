// SPDX-License-Identifier: Apache-2.0
package dev.resilience4cata.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.resilience4cata.ManualClock;
import dev.resilience4cata.annotation.RateLimiter;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * Where the limiter stands among other interceptors. Each subclass sets another priority. Public,
 * because the adapter of a container may find inherited tests only if they are. Safe for use by one
 * thread at a time.
 */
public abstract class PriorityTable {
    static WebArchive application(String configuration) {
        return Archives.war(
                configuration,
                TestClock.class,
                Calls.class,
                PriorityTable.class,
                Traced.class,
                Trace.class,
                At3950.class,
                At4099.class,
                At4101.class,
                Limited.class);
    }

    @InterceptorBinding
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Traced {}

    @ApplicationScoped
    static class Trace {
        private final List<Integer> priorities = new ArrayList<>();

        Object add(int priority, InvocationContext call) throws Exception {
            priorities.add(priority);
            return call.proceed();
        }

        List<Integer> take() {
            List<Integer> taken = List.copyOf(priorities);
            priorities.clear();
            return taken;
        }
    }

    @Traced
    @Interceptor
    @Priority(3950)
    static class At3950 {
        @Inject Trace trace;

        @AroundInvoke
        Object call(InvocationContext call) throws Exception {
            return trace.add(3950, call);
        }
    }

    @Traced
    @Interceptor
    @Priority(4099)
    static class At4099 {
        @Inject Trace trace;

        @AroundInvoke
        Object call(InvocationContext call) throws Exception {
            return trace.add(4099, call);
        }
    }

    @Traced
    @Interceptor
    @Priority(4101)
    static class At4101 {
        @Inject Trace trace;

        @AroundInvoke
        Object call(InvocationContext call) throws Exception {
            return trace.add(4101, call);
        }
    }

    @Traced
    @ApplicationScoped
    static class Limited {
        @RateLimiter(permits = 1)
        void call() {}
    }

    private final List<Integer> outside;

    @Inject ManualClock clock;
    @Inject Trace trace;
    @Inject Limited limited;

    /**
     * @param outside the interceptors that see a call before the limiter does
     */
    PriorityTable(List<Integer> outside) {
        this.outside = outside;
    }

    @Test
    public void standsAtItsPriority() {
        clock.advance(Duration.ofDays(1));
        trace.take();
        limited.call();
        assertEquals(List.of(3950, 4099, 4101), trace.take());

        assertTrue(Calls.isRejected(limited::call));
        assertEquals(outside, trace.take());
    }
}
